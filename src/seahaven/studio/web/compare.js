// Two reels side by side: two replay pages with one clock. Either of them may be played, moved and looked around in.

const $ = (id) => document.getElementById(id);
const SAME = 1e-6; // seconds, and metres

class Pair {
  constructor() {
    document.documentElement.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    const asked = new URLSearchParams(location.search);
    this.frames = [$("left"), $("right")];
    this.names = ["a", "b"].map((key) => asked.get(key) || "");
    this.frames.forEach((frame, k) => { frame.src = `/replay?of=${encodeURIComponent(this.names[k])}`; });
    $("reels").textContent = this.names.join(" · ");
    Object.assign(this, { offset: 0, times: [NaN, NaN], views: [null, null], isSame: true, pages: [] });
    $("play").onclick = () => this.toggle();
    $("offset").onchange = (event) => { this.offset = Number(event.target.value) || 0; this.times[0] = NaN; };
    $("views").onclick = () => { this.isSame = !this.isSame; $("views").setAttribute("aria-pressed", `${this.isSame}`); };
    $("situation").onchange = (event) => this.goToSituation(Number(event.target.value));
    requestAnimationFrame(() => this.look());
  }

  /** The pages of both reels, once both are open. */
  ready() {
    if (this.pages.length) return true;
    const found = this.frames.map((frame) => frame.contentWindow && frame.contentWindow.page);
    if (!found.every(Boolean)) return false;
    this.pages = found;
    this.#listSituations();
    return true;
  }

  #listSituations() {
    const [left, right] = this.pages.map((page) => page.film.listed.filter((one) => one.is_shown));
    const both = left.filter((one) => right.some((other) => other.number === one.number));
    $("situation").hidden = !both.length;
    $("situation").replaceChildren(new Option("situation …", ""), ...both.map((one) => new Option(`${one.number} ${one.name}`, one.number)));
  }

  /** Both reels some seconds before the critical moment of a situation, which then come at the same time. */
  goToSituation(number) {
    if (!number) return;
    for (const page of this.pages) page.openSituation(`${number}`);
    this.offset = this.pages[1].time - this.pages[0].time;
    $("offset").value = `${+this.offset.toFixed(2)}`;
    this.times = this.pages.map((page) => page.time);
    $("situation").selectedIndex = 0;
  }

  toggle() {
    if (this.ready()) this.pages[0].setPlaying(!this.pages[0].isPlaying);
  }

  look() {
    requestAnimationFrame(() => this.look());
    if (!this.ready()) return;
    this.#keepTime();
    if (this.isSame) this.#keepViews();
    const [left, right] = this.pages;
    $("play").textContent = left.isPlaying ? "Pause" : "Play";
    $("clock").textContent = `${left.time.toFixed(1)} s · ${right.time.toFixed(1)} s`;
  }

  /** Whoever was moved leads; the left one, if both were. A reel that is played alone plays both. */
  #keepTime() {
    const [left, right] = this.pages;
    if (right.isPlaying) {
      right.setPlaying(false);
      left.setPlaying(true);
    }
    if (Math.abs(left.time - this.times[0]) > SAME || Number.isNaN(this.times[0])) right.go(left.time + this.offset);
    else if (Math.abs(right.time - this.times[1]) > SAME) left.go(right.time - this.offset);
    this.times = this.pages.map((page) => page.time);
  }

  #keepViews() {
    const seen = this.pages.map(({ view }) => [view.x, view.y, view.scale]);
    const hasMoved = (k) => !this.views[k] || seen[k].some((value, i) => Math.abs(value - this.views[k][i]) > SAME);
    const from = hasMoved(0) ? 0 : hasMoved(1) ? 1 : -1;
    if (from >= 0) this.#showFrom(this.pages[from], this.pages[1 - from]);
    this.views = this.pages.map(({ view }) => [view.x, view.y, view.scale]);
  }

  #showFrom(one, other) {
    other.isFollowing = false;
    Object.assign(other.view, { x: one.view.x, y: one.view.y, scale: one.view.scale });
    other.ownScale = one.view.scale;
    other.touch();
  }
}

window.pair = new Pair();
