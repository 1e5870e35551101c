// What a driver hears: engine, tyres and horn, made by the browser.

const SQUEALING = 6; // m/s² from which tyres are heard to slide

class Sound {
  constructor() {
    this.context = null;
  }

  get isOn() {
    return this.context !== null && this.context.state === "running";
  }

  /** Sound, or be silent; browsers allow the first only after a key or a click. */
  async turn(isOn) {
    if (!isOn) {
      if (this.context) await this.context.suspend();
      return;
    }
    if (!this.context) this.#make();
    await this.context.resume();
  }

  #make() {
    const context = this.context = new AudioContext();
    const gain = (value) => {
      const node = context.createGain();
      node.gain.value = value;
      node.connect(context.destination);
      return node;
    };
    const tone = (type, into) => {
      const node = context.createOscillator();
      node.type = type;
      node.connect(into);
      node.start();
      return node;
    };
    this.engineGain = gain(0);
    const filter = context.createBiquadFilter();
    filter.frequency.value = 420;
    filter.connect(this.engineGain);
    this.engine = [tone("sawtooth", filter), tone("triangle", filter)];
    this.tyreGain = gain(0);
    const noise = context.createBufferSource();
    noise.buffer = context.createBuffer(1, context.sampleRate * 2, context.sampleRate);
    const samples = noise.buffer.getChannelData(0);
    for (let k = 0, last = 0; k < samples.length; k++) samples[k] = last = 0.92 * last + 0.08 * (Math.sin(k * 12.9898) * 43758.5453 % 1);
    noise.loop = true;
    noise.connect(this.tyreGain);
    this.squealGain = gain(0);
    const band = context.createBiquadFilter();
    Object.assign(band, { type: "bandpass" });
    band.frequency.value = 950;
    band.Q.value = 7;
    noise.connect(band);
    band.connect(this.squealGain);
    noise.start();
    this.hornGain = gain(0);
    for (const pitch of [420, 510]) tone("square", this.hornGain).frequency.value = pitch;
  }

  /** Sound as the car does: engine speed (rad/s), throttle, speed (m/s), how hard it pulls at its tyres (m/s² on a dry road), and whether the horn sounds. */
  follow({ engine, throttle, speed, pull, isSounding }) {
    if (!this.isOn) return;
    const now = this.context.currentTime;
    const pitch = Math.max(engine, 60) / Math.PI / 2;
    this.engine[0].frequency.setTargetAtTime(2 * pitch, now, 0.03);
    this.engine[1].frequency.setTargetAtTime(pitch, now, 0.03);
    this.engineGain.gain.setTargetAtTime(0.03 + 0.09 * throttle, now, 0.05);
    this.tyreGain.gain.setTargetAtTime(Math.min(Math.abs(speed) / 40, 1) * 0.5, now, 0.1);
    const squeal = Math.abs(speed) > 2 ? Math.min(Math.max((pull - SQUEALING) / 2.5, 0), 1) : 0;
    this.squealGain.gain.setTargetAtTime(1.6 * squeal, now, 0.06);
    this.hornGain.gain.setTargetAtTime(isSounding ? 0.06 : 0, now, 0.01);
  }
}
