// The experimenter's screen: who takes part, what comes next for whom, and how the drive goes.

class LabPage {
  constructor() {
    document.documentElement.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    Object.assign(this, { plan: null, isDriving: false, isPaused: true, asked: "", busy: "" });
    this.link = new Link({ heard: (message) => this.hear(message), seen: (frame) => this.see(frame), lost: () => this.#say({ text: "The link to the studio is lost; trying again …" }) });
    element("study").onchange = () => this.load();
    element("who").onchange = () => this.#list();
    element("finish").onclick = () => this.link.ask("finish");
    element("pause").onclick = () => this.link.ask(this.isPaused ? "play" : "pause");
    this.fill();
  }

  /** All studies with an experiment; the one of the address first. */
  async fill() {
    const { studies } = await (await load("/library")).json();
    const found = studies.filter((study) => study.experiment);
    element("study").replaceChildren(...found.map((study) => new Option(study.title, study.path)));
    const asked = new URLSearchParams(location.search).get("of");
    if (asked) element("study").value = asked;
    if (found.length) await this.load();
    else this.#say({ text: "No study here has an experiment; add 'experiment' to one." });
  }

  async load() {
    const response = await fetch(`/laboratory?of=${encodeURIComponent(element("study").value)}`);
    const told = await response.json();
    if (!response.ok) {
      this.#say(told);
      return;
    }
    const before = element("who").value;
    this.plan = told;
    element("title").textContent = told.title;
    element("folder").textContent = told.folder;
    const left = ({ steps }) => steps.filter((step) => !step.done).length;
    element("who").replaceChildren(...told.participants.map((one) => new Option(`${one.name}${left(one) ? "" : " (done)"}`, one.name)));
    if (before) element("who").value = before;
    this.#list();
  }

  hear(message) {
    const act = {
      opened: () => { this.duration = message.duration; element("note").hidden = true; },
      lab: () => this.#take(message),
      state: () => { this.isPaused = message.paused; element("pause").textContent = message.paused ? "Go on" : "Pause"; },
      kept: () => { this.#tellQuality(message); this.load(); },
      asked: () => { this.asked = `${message.who}: ${message.title || message.questionnaire}`; this.#show(); },
      answered: () => { this.asked = ""; this.#show(); this.load(); },
      closed: () => this.#take({ driving: false, title: "" }),
      fault: () => this.#say(message),
    }[message.type];
    if (act) act();
  }

  see(frame) {
    if (this.isDriving) element("clock").textContent = `${clockText(frame.header.time)} / ${clockText(this.duration || 0)}`;
  }

  #take({ driving, title, streams }) {
    Object.assign(this, { isDriving: driving, driven: title, streams });
    this.#show();
  }

  #show() {
    const streams = this.streams ? " · streams over LSL" : "";
    element("state").textContent = this.isDriving ? `${this.driven}${streams}` : this.asked ? `Asked: ${this.asked}` : "Nothing runs.";
    for (const id of ["finish", "pause"]) element(id).hidden = !this.isDriving;
    if (!this.isDriving) element("clock").textContent = "";
    this.#list();
  }

  /** The steps of the participant, the next one ready to begin. */
  #list() {
    if (!this.plan) return;
    const who = this.plan.participants.find(({ name }) => name === element("who").value);
    const next = who ? who.steps.find((step) => !step.done) : null;
    element("steps").replaceChildren(...(who ? who.steps : []).map((step) => this.#step(step, step === next)));
  }

  #step(step, isNext) {
    const words = { ask: step.done ? "Ask again" : "Ask", practice: step.done ? "Practise again" : "Begin", drive: step.done ? "Drive again" : "Begin" };
    const button = made("button", { type: "button", text: words[step.kind], className: isNext ? "main" : "", disabled: this.isDriving, onclick: () => this.#begin(step) });
    const state = made("span", { className: step.done ? "met" : "dim", text: step.done ? "done" : isNext ? "next" : "" });
    return made("li", { className: "row" }, made("span", { className: "step", text: step.title }), state, made("span", { className: "space" }), button);
  }

  #begin(step) {
    if (step.kind === "drive" && step.done && !confirm("This drive is kept already. Drive it again, in the place of the one that was kept?")) return;
    const about = { source: this.plan.source, participant: element("who").value, position: step.position };
    if (step.kind === "ask") this.link.ask("ask", { ...about, questionnaire: step.questionnaire });
    else {
      element("state").textContent = "Opening …";
      this.link.ask("begin", about);
    }
  }

  #tellQuality({ title, dates, overruns, worst, lost_frames: lost, path }) {
    const late = dates ? `${overruns} of ${dates} dates late, at worst by ${(1000 * worst).toFixed(0)} ms` : "not timed";
    element("quality").replaceChildren(`${title} is kept: ${late}; pages missed ${lost} frames. `, made("a", { text: "Watch it", href: `/replay?of=${encodeURIComponent(path)}` }));
  }

  #say(fault) {
    element("note").hidden = false;
    element("note").replaceChildren(faultNode(fault));
    this.#show();
  }
}

window.page = new LabPage();
