// What the lights of the roads show in each frame of a film.

class SignalFilm {
  constructor(told, bytes) {
    this.bars = [];
    if (!told) return;
    const column = (name) => unpacked(bytes, told[name]);
    const [row, people, x, y, endX, endY] = ["row", "is_for_people", "x", "y", "end_x", "end_y"].map(column);
    this.bars = Array.from(row, (light, k) => ({
      light, isForPeople: people[k] === 1, x: x[k] * told.step, y: y[k] * told.step, endX: endX[k] * told.step, endY: endY[k] * told.step,
    }));
    [this.frames, this.states] = [column("frame"), column("state")];
    const light = column("light");
    this.first = new Int32Array(told.rows + 1).fill(light.length);
    for (let k = light.length - 1; k >= 0; k--) this.first[light[k]] = k;
    this.now = new Uint8Array(told.rows);
  }

  /** The state of every light at a frame. */
  at(frame) {
    if (!this.bars.length) return [];
    for (let light = 0; light < this.now.length; light++) {
      let [low, high] = [this.first[light], this.first[light + 1] - 1];
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (this.frames[middle] <= frame) low = middle;
        else high = middle - 1;
      }
      this.now[light] = low <= high && this.frames[low] <= frame ? this.states[low] : OFF;
    }
    return this.now;
  }
}
