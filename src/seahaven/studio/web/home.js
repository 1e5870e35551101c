// The home page: all studies and reels of the folder, each with a picture, and what it takes to start one.

function lastingText(seconds) {
  return seconds >= 60 ? `${+(seconds / 60).toFixed(1)} min` : `${+seconds.toFixed(1)} s`;
}

class HomePage {
  constructor() {
    document.documentElement.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    this.opening = "";
    this.link = new Link({ heard: (message) => this.hear(message), seen: () => {}, lost: () => {} });
    this.chosen = [];
    this.#listenToFiles();
    this.fill();
  }

  #listenToFiles() {
    const drop = element("drop");
    element("file").onchange = (event) => this.#add(event.target.files);
    for (const [kind, isOver] of [["dragover", true], ["dragleave", false], ["drop", false]]) {
      drop.addEventListener(kind, (event) => {
        event.preventDefault();
        drop.classList.toggle("over", isOver);
        if (kind === "drop") this.#add(event.dataTransfer.files);
      });
    }
  }

  /** Send files to the studio, one after the other; what it says of each is shown as text. */
  async #add(files) {
    for (const file of files) {
      const response = await fetch(`/upload?name=${encodeURIComponent(file.name)}`, { method: "POST", body: await file.arrayBuffer() });
      if (!response.ok) this.#say(await response.json());
      else element("added").textContent = `${(await response.json()).path} is there.`;
    }
    element("file").value = "";
    this.fill();
  }

  /** Of two reels that are chosen, a link to both side by side. */
  #choose(path, isChosen) {
    this.chosen = [...this.chosen.filter((one) => one !== path), ...(isChosen ? [path] : [])].slice(-2);
    for (const box of document.querySelectorAll("[data-reel]")) box.checked = this.chosen.includes(box.dataset.reel);
    const [a, b] = this.chosen.map(encodeURIComponent);
    element("compare").hidden = this.chosen.length < 2;
    element("compare").href = `/compare?a=${a}&b=${b}`;
  }

  hear(message) {
    if (message.type === "opened") this.#goTo(message);
    if (message.type === "closed") element("now").hidden = true;
    if (message.type === "present") element("present").textContent = presenceText(message.roles);
    if (message.type === "fault") this.#say(message);
  }

  #goTo({ source, name, seats }) {
    element("now").hidden = false;
    element("now").textContent = `Now running: ${name}`;
    if (this.opening === source) location.href = Object.keys(seats).length ? "/seat" : "/live";
  }

  #say(fault) {
    this.opening = "";
    element("note").hidden = false;
    element("note").replaceChildren(faultNode(fault));
    scrollTo({ top: 0, behavior: "smooth" });
    for (const button of document.querySelectorAll(".busy")) button.classList.remove("busy");
  }

  async fill() {
    const { folder, studies, reels, kinds } = await (await load("/library")).json();
    element("folder").textContent = folder;
    this.kinds = kinds;
    element("studies").replaceChildren(...studies.map((study) => this.#studyCard(study)));
    element("reels").replaceChildren(...reels.map((reel) => this.#reelCard(reel)));
    if (!studies.length) element("studies").textContent = "There is no study here; its name ends in .study.yaml.";
    if (!reels.length) element("reels").textContent = "Nothing has been recorded here yet.";
  }

  #card(thing, what, ...rest) {
    const picture = made("img", { src: `/picture?of=${encodeURIComponent(thing.path)}`, alt: "", loading: "lazy" });
    return made("article", {}, thing.fault ? "" : picture, made("h3", { text: thing.title }), made("p", { className: "dim", text: what }), ...rest);
  }

  #studyCard(study) {
    if (study.fault) return this.#card(study, study.path, faultNode(study.fault));
    const seed = made("input", { type: "number", min: 0, value: study.seed, title: "Seed" });
    const pace = made("select", { title: "How fast" }, ...[0.5, 1, 2, 4, 8].map((factor) => new Option(`${factor}×`, factor, factor === 1, factor === 1)));
    const record = made("input", { type: "checkbox" });
    const goesOn = made("input", { type: "checkbox", title: "While a driver is away, its vehicle brakes to a halt; otherwise time waits" });
    const who = this.#subjectChoice(study);
    const options = () => ({ source: study.path, seed: Number(seed.value), pace: Number(pace.value), record: record.checked });
    const watch = made("button", { type: "button", text: "Watch", onclick: (event) => this.#open(event, { ...options(), subject: who.kind }) });
    const drive = made("button", { type: "button", text: "Drive", className: "main", onclick: (event) => this.#open(event, { ...options(), driver: "person", seats: who.seats, absent: goesOn.checked ? "brake" : "pause" }) });
    const canDrive = study.subjects.length && study.has_roads;
    const facts = [study.path, lastingText(study.duration), ...(study.situations ? [`${study.situations} situation${study.situations > 1 ? "s" : ""}`] : [])];
    return this.#card(study, facts.join(" · "), made("div", { className: "row" },
      watch, ...(canDrive ? [drive] : []), ...(study.experiment ? [made("a", { className: "button", text: "Laboratory", title: "Participants, drives and questionnaires", href: `/lab?of=${encodeURIComponent(study.path)}` })] : [])),
      made("details", { className: "options" }, made("summary", { text: "Options" }), made("div", { className: "row" },
        made("label", { text: "seed " }, seed), made("label", {}, "pace ", pace), ...(canDrive ? [made("label", {}, "subject ", who.node)] : []), made("label", {}, record, " record"), ...(canDrive ? [made("label", {}, goesOn, " go on without drivers")] : []))));
  }

  /** Who drives when it is watched, and which seats people take when it is driven. */
  #subjectChoice({ subjects }) {
    const several = subjects.length > 1 ? subjects : [];
    const node = made("select", { title: "Watch: who drives the subject, its own driver or a kind of virtual subject. Drive: which of several subjects people drive" },
      new Option(several.length ? "all" : "its own", ""), ...(several.length ? [made("optgroup", { label: "drive only" }, ...several.map((name) => new Option(name, `seat ${name}`)))] : []),
      made("optgroup", { label: "watch" }, ...this.kinds.map((kind) => new Option(kind, `kind ${kind}`))));
    const said = (word) => (node.value.startsWith(`${word} `) ? node.value.slice(word.length + 1) : "");
    return { node, get kind() { return said("kind"); }, get seats() { return said("seat") ? [said("seat")] : []; } };
  }

  #reelCard(reel) {
    if (reel.fault) return this.#card(reel, reel.path, faultNode(reel.fault));
    return this.#card(reel, `${reel.path} · ${lastingText(reel.duration)} · seed ${reel.seed}`, made("div", { className: "row" },
      made("a", { className: "button", text: "Watch", href: `/replay?of=${encodeURIComponent(reel.path)}` }), this.#choice(reel.path)));
  }

  #choice(path) {
    const box = made("input", { type: "checkbox", onchange: (event) => this.#choose(path, event.target.checked) });
    box.dataset.reel = path;
    return made("label", { title: "Choose two to see them side by side" }, box, " compare");
  }

  #open(event, options) {
    event.target.classList.add("busy");
    this.opening = options.source;
    element("note").hidden = true;
    this.link.ask("open", options);
  }
}

window.page = new HomePage();
