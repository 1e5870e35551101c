// The link to the studio: messages and frames in, commands out; it comes back by itself when it is lost.

const element = (id) => document.getElementById(id);
const PATIENCE_MS = [300, 600, 1200, 2500, 4000]; // between attempts to come back
const LAYOUT = JSON.parse(element("layout").textContent);
const READERS = { u1: "getUint8", i1: "getInt8", u2: "getUint16", i2: "getInt16", u4: "getUint32", i4: "getInt32", f4: "getFloat32", f8: "getFloat64" };
const ARRAYS = { u1: Uint8Array, i1: Int8Array, u2: Uint16Array, i2: Int16Array, u4: Uint32Array, i4: Int32Array };

/** A frame as arrays: `header` with numbers, and for each family its columns; `steps` turn them into values. */
function readFrame(buffer) {
  const data = new DataView(buffer);
  const header = {};
  for (const [name, type, at] of LAYOUT.header) header[name] = data[READERS[type]](at, true);
  if (header.version !== LAYOUT.version) throw new Error("the studio has changed; reload this page");
  const frame = { header };
  let at = LAYOUT.size;
  for (const family in LAYOUT.blocks) {
    const count = header[`${family}s`];
    const block = { count, steps: {} };
    const begin = at;
    for (const [name, type, step] of LAYOUT.blocks[family]) {
      block[name] = new ARRAYS[type](buffer, at, count);
      block.steps[name] = step;
      at += block[name].byteLength;
    }
    at = begin + Math.ceil((at - begin) / 4) * 4;
    frame[family] = block;
  }
  return frame;
}

/** The link of one page. `heard` is called with each message, `seen` with each frame. */
class Link {
  constructor({ heard, seen, lost }) {
    Object.assign(this, { heard, seen, lost, attempts: 0, isOpen: false });
    this.frames = 0;
    this.bytes = 0;
    this.#open();
  }

  #open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.socket = new WebSocket(`${scheme}//${location.host}/stream`);
    this.socket.binaryType = "arraybuffer";
    this.socket.onopen = () => {
      this.attempts = 0;
      this.isOpen = true;
    };
    this.socket.onmessage = ({ data }) => {
      if (typeof data === "string") this.heard(JSON.parse(data));
      else {
        this.frames += 1;
        this.bytes = data.byteLength;
        this.seen(readFrame(data));
      }
    };
    this.socket.onclose = (event) => {
      this.isOpen = false;
      this.lost(event.reason);
      setTimeout(() => this.#open(), PATIENCE_MS[Math.min(this.attempts++, PATIENCE_MS.length - 1)]);
    };
  }

  /** Ask for something: `link.ask("step", { count: 5 })`. */
  ask(what, options = {}) {
    if (this.isOpen) this.socket.send(JSON.stringify({ do: what, ...options }));
  }
}

/** What a page of the studio was asked to load; refused in words. */
async function load(path) {
  const response = await fetch(path);
  if (!response.ok) throw new Error(await response.text());
  return response;
}

/** What stays the same for the run that is open, read as `how`; null where another one is being opened. */
async function stored(name, how) {
  const response = await fetch(`/stores/${name}`);
  return response.ok ? response[how]() : null;
}

/** An element with text, never with markup: names come from files. */
function made(tag, { text = "", className = "", ...rest } = {}, ...children) {
  const node = Object.assign(document.createElement(tag), { className, ...rest });
  if (text) node.textContent = text;
  node.append(...children);
  return node;
}

/** Who is here besides this page, by roles: "here: 2 viewers, 1 director"; nothing where nobody else is. */
function presenceText(roles) {
  if (roles.length < 2) return "";
  const counts = ["director", "driver", "viewer"].map((role) => [role, roles.filter((one) => one === role).length]).filter(([, count]) => count);
  return `here: ${counts.map(([role, count]) => `${count} ${role}${count > 1 ? "s" : ""}`).join(", ")}`;
}

function clockText(seconds) {
  const sign = seconds < 0 ? "−" : "";
  const whole = Math.abs(seconds);
  const minutes = Math.floor(whole / 60);
  return `${sign}${minutes}:${(whole - 60 * minutes).toFixed(1).padStart(4, "0")}`;
}

/** A fault as it is shown: in words, with the lines of the file around it. */
function faultNode(fault) {
  const node = made("div", { className: "fault" }, made("p", { text: fault.text }));
  if (fault.file) node.append(made("p", { className: "where", text: `${fault.file}${fault.line ? `, line ${fault.line}` : ""}` }));
  if (fault.excerpt && fault.excerpt.length) {
    node.append(made("pre", {}, ...fault.excerpt.map(({ line, text }) =>
      made("span", { className: line === fault.line ? "wrong" : "", text: `${String(line).padStart(4)}  ${text}\n` }))));
  }
  return node;
}
