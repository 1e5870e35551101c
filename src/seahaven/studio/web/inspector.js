// The machine of the picked vehicle: its diagram with the active machines lit, what it puts out, and its panel.

class MachineSheet {
  constructor(press) {
    this.press = press;
    this.told = null;
    element("press").onclick = () => this.#press();
    element("item").onchange = () => this.#describe();
    element("expand").onclick = () => this.toggle();
  }

  /** The machine that drives in this run: diagram, buttons and dials. */
  open(told) {
    this.told = told;
    element("panel").hidden = !told;
    if (!told) return;
    const diagram = new DOMParser().parseFromString(told.diagram, "image/svg+xml").documentElement;
    diagram.querySelectorAll("script").forEach((node) => node.remove());
    element("diagram").replaceChildren(document.importNode(diagram, true));
    this.boxes = new Map([...element("diagram").querySelectorAll("[data-path]")].map((node) => [node.dataset.path, node]));
    this.groups = ["buttons", "dials"].map((group) => {
      const options = told[group].map((item) => new Option(item.unit ? `${item.name} (${item.unit})` : item.name, item.name));
      return made("optgroup", { label: group }, ...options);
    });
    element("item").replaceChildren(...this.groups);
    this.#describe();
  }

  toggle() {
    element("diagram").hidden = !element("diagram").hidden;
    element("expand").setAttribute("aria-pressed", `${!element("diagram").hidden}`);
  }

  show({ active, outputs }) {
    if (!this.told) return;
    const lit = new Set(active);
    for (const [path, node] of this.boxes || []) node.classList.toggle("active", lit.has(path));
    const leaves = active.filter((path) => !active.some((other) => other.startsWith(`${path}/`)));
    element("active").textContent = leaves.map((path) => path.split("/").slice(1).join(" › ")).join(", ");
    element("active").title = element("active").textContent;
    element("outputs").replaceChildren(...Object.entries(outputs).map(([name, value]) =>
      made("span", { className: "output" }, made("b", { text: name }), ` ${value === null ? "–" : value}`)));
  }

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
