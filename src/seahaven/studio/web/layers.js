// The layers of the live map: which are shown, their marks, and dragging what can be dragged.

const LAYERS = [
  ["gaps", "Gaps", "From each vehicle to the one ahead, with the time gap"],
  ["perception", "Perception", "What the picked driver knows of: leader, neighbours, and whom it meets at the junction"],
  ["situations", "Situations", "Where they happen, who plays, and where the directors want the cast"],
  ["triggers", "Triggers", "Where they are, and in which state"],
  ["beacons", "Beacons", "How far they reach, and whom they have told; streams of traffic"],
  ["sight", "Sight", "Where no subject can see a vehicle, so that ambient traffic may come and go"],
];
const KEPT = "seahaven layers";

/** `ask` is called when other layers are to be told of; `moved` with the handle of a mark that was dragged, and where to. */
class Layers {
  constructor(ask, moved) {
    Object.assign(this, { ask, moved, marks: [[], []], renderer: new Marks(), held: null, others: new Set() });
    this.shown = new Set(JSON.parse(localStorage.getItem(KEPT) || "[]"));
    element("layer-list").replaceChildren(...LAYERS.map(([name, title, what]) => this.#box(name, title, what)));
  }

  #box(name, title, what) {
    const box = made("input", { type: "checkbox", checked: this.shown.has(name), onchange: () => this.toggle(name) });
    box.dataset.layer = name;
    return made("label", { title: what }, box, ` ${title}`);
  }

  toggle(name) {
    if (!this.shown.delete(name)) this.shown.add(name);
    localStorage.setItem(KEPT, JSON.stringify([...this.shown]));
    const box = document.querySelector(`[data-layer="${name}"]`);
    if (box) box.checked = this.shown.has(name);
    this.tell();
  }

  /** Say what this page wants to be told; `others` are topics besides layers. */
  tell() {
    this.ask([...this.shown, ...this.others].filter((name) => name !== "gaps"));
    if (!this.shown.size) this.marks = [[], []];
  }

  want(topic, isWanted) {
    this.others[isWanted ? "add" : "delete"](topic);
    this.tell();
  }

  take({ run, marks }) {
    this.marks[run] = marks;
  }

  draw(context, view, number, poses, inks) {
    if (!this.shown.size) return;
    const poseOf = new Map(poses.map((pose) => [pose.stay.id, pose]));
    const own = this.marks[number].filter((mark) => this.shown.has(mark.layer));
    const gaps = this.shown.has("gaps") ? gapMarks(poses, poseOf) : [];
    const near = view.scale < 1.5 ? gaps.map(({ text, ...mark }) => mark) : gaps;
    this.renderer.draw(context, view, [...near, ...own], poseOf, inks, this.held);
  }

  // --- dragging

  /** Whether something is taken at this point of the screen. */
  grab(view, left, top) {
    const mark = this.renderer.grip(view, this.marks[0].filter(({ layer }) => this.shown.has(layer)), left, top);
    if (!mark) return false;
    this.held = { handle: mark.handle, x: mark.at[0], y: mark.at[1], text: mark.text };
    return true;
  }

  drag(view, left, top) {
    if (this.held) [this.held.x, this.held.y] = view.toWorld(left, top);
  }

  /** Let go of it; `hasMoved` says whether it was dragged at all. */
  drop(hasMoved) {
    const { held } = this;
    this.held = null;
    if (held && hasMoved) this.moved(held.handle, held.x, held.y);
  }
}
