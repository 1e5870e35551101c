// The machine of what is picked: its tree and its diagram with the active machines lit, what each puts out and whose word
// was taken, its panel, and the last minute step by step.

/** `press` presses an item of the panel; `recall` asks for the last minute. */
class MachineSheet {
  constructor({ press, recall }) {
    Object.assign(this, { press, recall, told: null, ring: null, at: 0, nodes: new Map() });
    element("press").onclick = () => this.#press();
    element("item").onchange = () => this.#describe();
    element("expand").onclick = () => this.toggle();
    element("unfold").onclick = () => this.#fold(true);
    element("fold").onclick = () => this.#fold(false);
    element("step-back").onclick = () => this.#go(-1);
    element("step-on").onclick = () => this.#go(1);
    element("recalled").oninput = (event) => this.#goTo(Number(event.target.value));
    element("now").onclick = () => this.#live();
  }

  /** The machine that is looked into: diagram, tree, buttons and dials. */
  open(told) {
    this.#live();
    element("panel").hidden = !told;
    if (!told || (this.told && this.told.name === told.name)) return;
    this.told = told;
    const diagram = new DOMParser().parseFromString(told.diagram, "image/svg+xml").documentElement;
    diagram.querySelectorAll("script").forEach((node) => node.remove());
    element("diagram").replaceChildren(document.importNode(diagram, true));
    this.boxes = new Map([...element("diagram").querySelectorAll("[data-path]")].map((node) => [node.dataset.path, node]));
    this.nodes.clear();
    element("tree").replaceChildren(this.#branch(told.tree, 0));
    this.groups = ["buttons", "dials"].map((group) => {
      const options = told[group].map((item) => new Option(item.unit ? `${item.name} (${item.unit})` : item.name, item.name));
      return made("optgroup", { label: group }, ...options);
    });
    element("item").replaceChildren(...this.groups);
    this.#describe();
  }

  /** What can be pressed depends on what it is. */
  allow(canPress) {
    for (const id of ["item", "value", "press", "item-doc"]) element(id).hidden = !canPress;
  }

  toggle() {
    element("diagram").hidden = !element("diagram").hidden;
    element("expand").setAttribute("aria-pressed", `${!element("diagram").hidden}`);
  }

  /** A machine of the tree, with those inside it. */
  #branch({ path, name, kind, doc, outputs, children }, depth) {
    const values = made("span", { className: "values" });
    const label = made("span", { className: "machine", text: name, title: `${path}: ${kind}\n${doc}` });
    const line = [made("i", { className: "dot" }), label, values];
    const node = children.length
      ? made("details", { open: depth < 1 }, made("summary", {}, ...line), ...children.map((child) => this.#branch(child, depth + 1)))
      : made("div", { className: "leaf" }, ...line);
    node.dataset.path = path;
    this.nodes.set(path, { node, values, units: Object.fromEntries(outputs.map((output) => [output.name, output.unit])) });
    return node;
  }

  #fold(isOpen) {
    for (const details of element("tree").querySelectorAll("details")) details.open = isOpen || details.dataset.path === this.told.tree.path;
  }

  // --- showing

  /** The newest moment; left aside while an older one is looked at. */
  show(moment) {
    element("recalled").max = `${Math.max(moment.kept - 1, 0)}`;
    if (this.ring) return;
    element("recalled").value = element("recalled").max;
    this.#render(moment);
  }

  #render({ active, values, chosen, fired = {}, time }) {
    if (!this.told) return;
    const lit = new Set(active);
    for (const [path, box] of this.boxes) box.classList.toggle("active", lit.has(path));
    const words = wordsTaken(chosen);
    for (const [path, { node, values: text, units }] of this.nodes) {
      node.classList.toggle("active", lit.has(path));
      node.classList.toggle("taken", words.has(path));
      const said = Object.entries(values[path] || {}).map(([name, value]) => outputNode(name, value, units[name], (chosen[path] || {})[name]));
      if (fired[path]) said.push(made("span", { className: "fired", text: fired[path] }));
      text.replaceChildren(...said.flatMap((node) => [" ", node]));
    }
    const leaves = active.filter((path) => !active.some((other) => other.startsWith(`${path}/`)));
    element("active").textContent = leaves.map((path) => path.split("/").slice(1).join(" › ") || path).join(", ");
    element("moment").textContent = clockText(time);
  }

  // --- the last minute

  take({ moments }) {
    if (!moments.length) return;
    this.ring = moments;
    element("recalled").max = `${moments.length - 1}`;
    this.#goTo(moments.length - 1 + (this.wanted || 0));
  }

  #go(by) {
    if (this.ring) this.#goTo(this.at + by);
    else if (by < 0) {
      this.wanted = by;
      this.recall();
    }
  }

  #goTo(at) {
    if (!this.ring) {
      this.wanted = at - Number(element("recalled").max);
      this.recall();
      return;
    }
    this.at = within(at, 0, this.ring.length - 1);
    element("recalled").value = `${this.at}`;
    element("tree").classList.add("past");
    this.#render(this.ring[this.at]);
  }

  #live() {
    this.ring = null;
    element("tree").classList.remove("past");
    element("recalled").value = element("recalled").max;
  }

  // --- the panel

  get #item() {
    const items = this.told ? [...this.told.buttons, ...this.told.dials] : [];
    return items.find((item) => item.name === element("item").value);
  }

  #describe() {
    element("item-doc").textContent = this.#item ? this.#item.doc : "";
  }

  #press() {
    const item = this.#item;
    const text = element("value").value.trim();
    if (item) this.press(item.name, text === "" ? true : Number(text));
  }
}

/** The paths of all machines whose word was taken for some output of their parent. */
function wordsTaken(chosen) {
  const paths = new Set();
  for (const [path, outputs] of Object.entries(chosen)) {
    for (const children of Object.values(outputs)) for (const child of children) paths.add(`${path}/${child}`);
  }
  return paths;
}

function outputNode(name, value, unit, children) {
  const text = value === null ? "–" : `${value}${unit ? ` ${unit}` : ""}`;
  return made("span", { className: "output" }, made("b", { text: name }), ` ${text}`, ...(children && children.length ? [made("em", { text: ` ← ${children.join(", ")}` })] : []));
}
