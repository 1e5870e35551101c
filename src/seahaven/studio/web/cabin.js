// The inside of the car: bonnet, dashboard with instruments, steering wheel, and the frames of the mirrors.

const DASH = 0.2; // share of the height that the dashboard takes
const DIALS = { "km/h": { most: 220, step: 40 }, mph: { most: 140, step: 20 } }; // of the speedometer
const MOST_TURNS = 7000; // 1/min

class Cabin {
  constructor(canvas) {
    this.canvas = canvas;
  }

  /** Where the mirrors of a window are (CSS pixels from the upper left): the inner one, left and right. */
  mirrors(width, height, screenSide) {
    if (screenSide !== "centre") return [];
    const wide = Math.min(0.24 * width, 330);
    const side = Math.min(0.15 * width, 210);
    const top = height * (1 - DASH) - 0.62 * side - 14;
    return [
      { left: 0.62 * width - wide / 2, top: 12, width: wide, height: 0.24 * wide, turn: 0, angle: 0.24 },
      { left: 12, top, width: side, height: 0.62 * side, turn: 0.3, angle: 0.42 },
      { left: width - side - 12, top, width: side, height: 0.62 * side, turn: -0.3, angle: 0.42 },
    ];
  }

  draw({ width, height, ratio, state, darkness, mirrors, rain, time, side, unit }) {
    const { canvas } = this;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    const pen = canvas.getContext("2d");
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    if (rain > 0.1) this.#drawRain(pen, width, height, rain, time, state.speed);
    for (const mirror of mirrors) this.#drawMirror(pen, mirror);
    if (side !== "centre") return;
    this.#drawDash(pen, width, height, darkness);
    const size = Math.min(0.52 * DASH * height, 0.085 * width);
    const [middle, centre] = [height * (1 - 0.47 * DASH), 0.62 * width];
    dial(pen, centre, middle, size, { value: speedIn(Math.abs(state.speed), unit), ...DIALS[unit], unit, isTold: true, darkness });
    dial(pen, centre - 2.05 * size, middle, 0.85 * size, { value: (state.engine * 30) / Math.PI, most: MOST_TURNS, step: 1000, unit: "1/min × 1000", shown: (value) => value / 1000, darkness });
    this.#drawLamps(pen, centre + 1.3 * size, middle, size, state, time);
    this.#drawWheel(pen, 0.27 * width, height * (1 + 0.2 * DASH), Math.min(0.17 * width, 1.15 * DASH * height), state.wheel);
  }

  #drawDash(pen, width, height, darkness) {
    const top = height * (1 - DASH);
    const shade = pen.createLinearGradient(0, top - 12, 0, height);
    const [light, dark] = [Math.round(58 - 40 * darkness), Math.round(24 - 14 * darkness)];
    shade.addColorStop(0, `rgb(${light} ${light + 2} ${light + 5})`);
    shade.addColorStop(0.2, `rgb(${dark + 8} ${dark + 9} ${dark + 12})`);
    shade.addColorStop(1, `rgb(${dark} ${dark} ${dark + 2})`);
    pen.fillStyle = shade;
    pen.beginPath();
    pen.moveTo(0, height);
    pen.lineTo(0, top + 26);
    pen.quadraticCurveTo(0.28 * width, top - 26, 0.5 * width, top + 4);
    pen.quadraticCurveTo(0.8 * width, top + 12, width, top + 30);
    pen.lineTo(width, height);
    pen.fill();
    pen.strokeStyle = "rgb(255 255 255 / 0.09)";
    pen.lineWidth = 1.5;
    pen.stroke();
  }

  #drawMirror(pen, { left, top, width, height }) {
    pen.beginPath();
    pen.roundRect(left - 5, top - 5, width + 10, height + 10, 12);
    pen.roundRect(left, top, width, height, 8);
    pen.fillStyle = "#15181b";
    pen.fill("evenodd");
    pen.strokeStyle = "rgb(255 255 255 / 0.14)";
    pen.lineWidth = 1;
    pen.stroke();
  }

  #drawLamps(pen, x, y, size, state, time) {
    const isLit = (time * 1.4) % 1 < 0.5;
    const lamp = (k, text, isOn, colour) => {
      pen.font = `700 ${0.34 * size}px system-ui, sans-serif`;
      pen.fillStyle = isOn ? colour : "rgb(255 255 255 / 0.13)";
      pen.fillText(text, x + (k % 3) * 0.55 * size, y - 0.35 * size + Math.floor(k / 3) * 0.55 * size);
    };
    pen.textAlign = "left";
    pen.textBaseline = "middle";
    lamp(0, "◀", isLit && ["left", "hazard"].includes(state.turnLight), "#2ee66b");
    lamp(1, state.gear, true, "#f4f4f0");
    lamp(2, "▶", isLit && ["right", "hazard"].includes(state.turnLight), "#2ee66b");
    lamp(3, "☀", state.hasLamps, "#58a6ff");
    lamp(4, "P", state.handBrake, "#ff4d42");
    lamp(5, "!", state.isTouching, "#ff4d42");
  }

  #drawWheel(pen, x, y, reach, angle) {
    pen.save();
    pen.translate(x, y);
    pen.rotate(-angle);
    pen.lineWidth = 0.13 * reach;
    pen.strokeStyle = "#0b0d0f";
    pen.beginPath();
    pen.arc(0, 0, reach, 0, 2 * Math.PI);
    pen.stroke();
    pen.strokeStyle = "rgb(255 255 255 / 0.10)";
    pen.lineWidth = 2;
    pen.beginPath();
    pen.arc(0, 0, 1.05 * reach, 0, 2 * Math.PI);
    pen.stroke();
    pen.strokeStyle = "#0f1214";
    pen.lineWidth = 0.16 * reach;
    pen.beginPath();
    for (const turn of [0, Math.PI, Math.PI / 2]) {
      pen.moveTo(0, 0);
      pen.lineTo(0.95 * reach * Math.cos(turn), 0.95 * reach * Math.sin(turn));
    }
    pen.stroke();
    pen.fillStyle = "#16191c";
    pen.beginPath();
    pen.arc(0, 0, 0.3 * reach, 0, 2 * Math.PI);
    pen.fill();
    pen.fillStyle = "#c8452d";
    pen.fillRect(-0.03 * reach, -1.065 * reach, 0.06 * reach, 0.13 * reach);
    pen.restore();
  }

  /** Drops on their way, the more slanted the faster one drives. */
  #drawRain(pen, width, height, rain, time, speed) {
    pen.strokeStyle = "rgb(205 215 228 / 0.32)";
    pen.lineWidth = 1;
    pen.beginPath();
    const count = Math.min(40 + 45 * rain, 420);
    for (let k = 0; k < count; k++) {
      const fall = (time * (1.5 + (k % 7) * 0.13) + k * 0.618) % 1;
      const x = ((k * 0.7548) % 1) * width;
      const out = ((x - width / 2) / width) * Math.min(Math.abs(speed), 35) * 1.3;
      pen.moveTo(x + out * fall * 8, fall * height);
      pen.lineTo(x + out * fall * 8 + out, fall * height + 15);
    }
    pen.stroke();
  }
}

/** A round instrument with a pointer. */
function dial(pen, x, y, reach, { value, most, step, unit, shown = (each) => each, isTold = false, darkness }) {
  const turnOf = (each) => Math.PI * (0.78 + 1.44 * Math.min(each / most, 1));
  pen.fillStyle = "#08090b";
  pen.beginPath();
  pen.arc(x, y, reach, 0, 2 * Math.PI);
  pen.fill();
  pen.strokeStyle = "#3a4046";
  pen.lineWidth = 2;
  pen.stroke();
  pen.fillStyle = darkness > 0.4 ? "#ffd9a0" : "#e8eaec";
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.font = `600 ${0.165 * reach}px system-ui, sans-serif`;
  for (let each = 0; each <= most; each += step) pen.fillText(`${shown(each)}`, x + 0.74 * reach * Math.cos(turnOf(each)), y + 0.74 * reach * Math.sin(turnOf(each)));
  pen.strokeStyle = pen.fillStyle;
  pen.lineWidth = 0.02 * reach;
  pen.beginPath();
  for (let each = 0; each <= most; each += step / 2) {
    pen.moveTo(x + 0.92 * reach * Math.cos(turnOf(each)), y + 0.92 * reach * Math.sin(turnOf(each)));
    pen.lineTo(x + 0.98 * reach * Math.cos(turnOf(each)), y + 0.98 * reach * Math.sin(turnOf(each)));
  }
  pen.stroke();
  pen.font = `700 ${0.34 * reach}px system-ui, sans-serif`;
  if (isTold) pen.fillText(`${Math.round(value)}`, x, y + 0.42 * reach);
  pen.font = `400 ${0.13 * reach}px system-ui, sans-serif`;
  pen.fillText(unit, x, y + 0.7 * reach);
  pen.strokeStyle = "#ff4d2e";
  pen.lineWidth = 0.045 * reach;
  pen.beginPath();
  pen.moveTo(x, y);
  pen.lineTo(x + 0.68 * reach * Math.cos(turnOf(value)), y + 0.68 * reach * Math.sin(turnOf(value)));
  pen.stroke();
}
