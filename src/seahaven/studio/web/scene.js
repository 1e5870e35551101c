// Draws the world from an eye: what does not move in tiles, everything else in one call for each kind.

const [NEAR, FAR_PLANE] = [0.25, 2500]; // metres
const FURTHEST_BODY = 900; // metres
const FINE_WITHIN = 55; // metres, up to which bodies have all their parts; in mirrors, half as far
const STRIDE = 12; // numbers of an instance: pose, size and lamps, colour and how far its legs are
const STRIDES = 4.6; // radians by which legs swing on a metre
const LIGHT_COLOURS = { go: [0.1, 1, 0.45], amber: [1, 0.62, 0.05], halt: [1, 0.1, 0.07], soon: [1, 0.35, 0.05] };
const FACE = 128; // pixels of a sign's face

class Scene {
  constructor(canvas) {
    const gl = canvas.getContext("webgl2", { antialias: true, alpha: false, powerPreference: "high-performance" });
    if (!gl) throw new Error("this browser has no WebGL 2; take a current one");
    Object.assign(this, { canvas, gl, calls: 0, triangles: 0, tiles: [], lights: [], faces: null });
    this.shades = Object.fromEntries(Object.keys(SHADES).map((name) => [name, shadeOf(gl, name)]));
    this.kinds = Object.fromEntries(Object.keys(BODIES).map((kind) => [kind, this.#kindOf(kind)]));
    this.corner = this.#buffer(new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]));
    this.glows = { place: gl.createBuffer(), count: 0 };
    gl.enable(gl.DEPTH_TEST);
  }

  #buffer(data, kind = this.gl.ARRAY_BUFFER) {
    const buffer = this.gl.createBuffer();
    this.gl.bindBuffer(kind, buffer);
    this.gl.bufferData(kind, data, this.gl.STATIC_DRAW);
    return buffer;
  }

  /** A kind of bodies: all there are of it, and what of them a view draws, with all their parts or from afar. */
  #kindOf(kind) {
    const forms = [BODIES[kind], FROM_AFAR[kind]].filter(Boolean).map((form) => {
      const { numbers } = form();
      return { mesh: this.#buffer(new Float32Array(numbers)), count: numbers.length / 7, instances: this.gl.createBuffer(), data: new Float32Array(64 * STRIDE), filled: 0 };
    });
    return { forms, data: new Float32Array(64 * STRIDE), filled: 0 };
  }

  /** Take the mesh of a world, as the studio packs it. */
  load(content) {
    const size = new DataView(content).getUint32(0, true);
    const told = JSON.parse(new TextDecoder().decode(new Uint8Array(content, 4, size)));
    let at = 4 + size;
    const part = (Kind, count) => {
      const made = new Kind(content, at, count);
      at += made.byteLength;
      return made;
    };
    const { gl } = this;
    gl.bindVertexArray(null);
    this.ground = { places: this.#buffer(part(Float32Array, 3 * told.vertices)), paints: this.#buffer(part(Uint8Array, 4 * told.vertices)), normals: this.#buffer(part(Int8Array, 4 * told.vertices)) };
    this.ground.corners = this.#buffer(part(Uint32Array, told.corners), gl.ELEMENT_ARRAY_BUFFER);
    this.tiles = told.tiles;
    this.lights = told.lights;
    this.faces = told.signs.length ? this.#facesOf(told.signs) : null;
  }

  #facesOf(signs) {
    const looks = [...new Set(signs.map(([face, text]) => `${face}|${text}`))];
    const atlas = made("canvas", { width: FACE * looks.length, height: FACE });
    const pen = atlas.getContext("2d");
    looks.forEach((look, k) => {
      pen.save();
      pen.translate((k + 0.5) * FACE, FACE / 2);
      drawFace(pen, ...look.split("|"), FACE / 2 - 3);
      pen.restore();
    });
    const numbers = [];
    for (const [face, text, x, y, z, facing] of signs) {
      const k = looks.indexOf(`${face}|${text}`);
      const [c, s, half] = [Math.cos(facing), Math.sin(facing), 0.36];
      const corner = (u, v) => [x - s * half * u, y + c * half * u, z + half * v, (k + 0.5 + 0.5 * u) / looks.length, 0.5 - 0.5 * v, c, s, 0];
      for (const [u, v] of [[-1, -1], [1, -1], [1, 1], [-1, -1], [1, 1], [-1, 1]]) numbers.push(...corner(u, v));
    }
    const { gl } = this;
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, atlas);
    gl.generateMipmap(gl.TEXTURE_2D);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    return { mesh: this.#buffer(new Float32Array(numbers)), count: numbers.length / 8, texture };
  }

  /** Take who is there: poses in the world, without the one whose eyes these are. */
  populate(poses, origin, own, eye, time, states) {
    for (const kind of Object.values(this.kinds)) kind.filled = 0;
    const passed = Math.min(Math.max(time - (this.populated || time), 0), 0.5);
    this.populated = time;
    const shines = [];
    for (const pose of poses) {
      if (pose.stay.id === own) continue;
      const [x, y] = [pose.x - origin[0], pose.y - origin[1]];
      if (Math.hypot(x - eye[0], y - eye[1]) > FURTHEST_BODY) continue;
      this.#put(pose, x, y, time, passed, shines);
    }
    for (const [row, isForPeople, x, y, z, facing] of this.lights) {
      const shown = states[row] === BLINKING ? (time % 1 < 0.5 ? "amber" : "") : SHOWN[states[row]];
      const drop = { halt: 0.28, soon: 0.28, amber: 0, go: -0.28 }[shown];
      if (!shown || Math.hypot(x - eye[0], y - eye[1]) > 500 || Math.cos(facing) * (eye[0] - x) + Math.sin(facing) * (eye[1] - y) < 0) continue;
      shines.push(x, y, z + (isForPeople ? 0.55 : 1) * drop, isForPeople ? 0.17 : 0.3, ...LIGHT_COLOURS[shown], 0.35);
    }
    this.shines = new Float32Array(shines);
  }

  #put(pose, x, y, time, passed, shines) {
    const { stay } = pose;
    const kind = this.kinds[stay.kind] || this.kinds.car;
    makeRoom(kind);
    stay.walked = (stay.walked || stay.id) + STRIDES * Math.abs(pose.speed) * passed;
    const isWalking = Math.abs(pose.speed) > 0.1;
    const isLit = (time * 1.4) % 1 < 0.5;
    const turn = isLit ? pose.turnLight : "off";
    const lamps = (pose.isBraking ? 1 : 0) | (turn === "left" || turn === "hazard" ? 2 : 0) | (turn === "right" || turn === "hazard" ? 4 : 0) | (pose.hasLampsLit ? 8 : 0);
    const paint = paintOf(stay);
    const height = stay.height || HEIGHTS[stay.kind] || HEIGHTS.car;
    const width = stay.isPerson ? Math.max(stay.width, 0.5) : stay.width;
    kind.data.set([x, y, pose.z, pose.heading, Math.max(stay.length, 0.4), width, height, lamps, paint[0] / 255, paint[1] / 255, paint[2] / 255, isWalking ? stay.walked % (2 * Math.PI) : 0], kind.filled * STRIDE);
    kind.filled += 1;
    if (stay.isPerson || !(lamps & 9)) return;
    const [c, s] = [Math.cos(pose.heading), Math.sin(pose.heading)];
    const lamp = (ahead, aside, size, colour, halo) => shines.push(x + ahead * c - aside * s, y + ahead * s + aside * c, pose.z + 0.45 * height, size, ...colour, halo);
    for (const side of [0.36, -0.36]) {
      if (lamps & 8) lamp(0.52 * stay.length, side * width, 0.32, [0.9, 0.85, 0.65].map((part) => part * this.dim), 0.5);
      if (lamps & 1) lamp(-0.52 * stay.length, side * width, 0.26, [0.9, 0.05, 0.03], 0.4);
    }
  }

  get dim() {
    return this.sky ? 0.25 + 0.75 * this.sky.darkness : 0.5;
  }

  /** Take the weather: how light it is, and how far one sees. */
  weather({ daylight, visibility, rain }, lamps) {
    const grey = Math.min(rain / 4 + Math.max(1 - visibility / 4000, 0), 1);
    const mix = (a, b, share) => a.map((part, k) => part + share * (b[k] - part));
    const day = Math.min(Math.max(daylight, 0), 1) ** 1.2;
    const fog = mix(mix([0.004, 0.006, 0.012], [0.02, 0.022, 0.026], grey), mix([0.56, 0.68, 0.82], [0.5, 0.53, 0.56], grey), day);
    const zenith = mix([0.001, 0.002, 0.006], mix([0.09, 0.24, 0.56], [0.34, 0.37, 0.41], grey), day);
    this.sky = { fog, zenith, cover: grey, darkness: 1 - day, ambient: 0.018 + 0.62 * day, direct: 0.75 * day * (1 - 0.85 * grey), thick: 1.35 / Math.min(Math.max(visibility, 40), 5200), lamp: lamps * (0.15 + 1.1 * (1 - day)), wet: Math.min(rain / 2, 1) };
  }

  /** Draw from an eye into a part of the canvas (pixels, from the lower left). */
  draw(eye, axes, { angle, box, isMirrored = false, lamp }) {
    const { gl } = this;
    const [left, bottom, width, height] = box;
    gl.viewport(left, bottom, width, height);
    gl.scissor(left, bottom, width, height);
    gl.enable(gl.SCISSOR_TEST);
    gl.clear(gl.DEPTH_BUFFER_BIT);
    const view = product(perspective(angle, width / height, NEAR, FAR_PLANE, { isMirrored }), looking(eye, axes));
    const scene = { eye, axes, view, lamp, angle, aspect: width / height, isMirrored };
    this.#drawSky(scene);
    this.#drawGround(scene);
    this.#drawAllBodies(scene);
    if (this.faces) this.#drawFaces(scene);
    this.#drawGlows(scene);
  }

  #use(name, { eye, view, lamp }) {
    const { gl, sky } = this;
    const shade = this.shades[name];
    gl.useProgram(shade.program);
    const { places } = shade;
    gl.uniformMatrix4fv(places.u_view, false, view);
    gl.uniform3fv(places.u_eye, eye);
    gl.uniform3fv(places.u_sun, [0.48, -0.52, 0.71]);
    gl.uniform3fv(places.u_fog, sky.fog);
    gl.uniform3fv(places.u_lampPlace, lamp.place);
    gl.uniform3fv(places.u_lampAhead, lamp.ahead);
    for (const [uniform, value] of [["u_ambient", sky.ambient], ["u_direct", sky.direct], ["u_thick", sky.thick], ["u_lamp", sky.lamp], ["u_wet", sky.wet]]) gl.uniform1f(places[uniform], value);
    return shade;
  }

  #attribute(place, size, kind, stride, at, { isNormal = false, every = 0 } = {}) {
    const { gl } = this;
    if (place < 0) return;
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, size, kind, isNormal, stride, at);
    gl.vertexAttribDivisor(place, every);
  }

  #count(triangles) {
    this.calls += 1;
    this.triangles += triangles;
  }

  #drawSky({ axes, angle, aspect, isMirrored }) {
    const { gl, sky } = this;
    const shade = this.shades.sky;
    gl.useProgram(shade.program);
    const tall = Math.tan(angle / 2);
    const wide = tall * aspect * (isMirrored ? -1 : 1);
    for (const [name, value] of [["u_fog", sky.fog], ["u_zenith", sky.zenith], ["u_sun", [0.48, -0.52, 0.71]], ["u_ahead", axes.ahead], ["u_right", axes.right.map((part) => part * wide)], ["u_up", axes.up.map((part) => part * tall)]]) gl.uniform3fv(shade.places[name], value);
    gl.uniform1f(shade.places.u_direct, sky.direct);
    gl.uniform1f(shade.places.u_cover, sky.cover);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.corner);
    this.#attribute(shade.at("a_corner"), 2, gl.FLOAT, 0, 0);
    gl.depthMask(false);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    gl.depthMask(true);
    this.#count(2);
  }

  #drawGround(scene) {
    if (!this.ground) return;
    const { gl } = this;
    const shade = this.#use("land", scene);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.ground.places);
    this.#attribute(shade.at("a_place"), 3, gl.FLOAT, 0, 0);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.ground.paints);
    this.#attribute(shade.at("a_paint"), 4, gl.UNSIGNED_BYTE, 0, 0, { isNormal: true });
    gl.bindBuffer(gl.ARRAY_BUFFER, this.ground.normals);
    this.#attribute(shade.at("a_normal"), 4, gl.BYTE, 0, 0, { isNormal: true });
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.ground.corners);
    const reach = Math.min(3.2 / this.sky.thick, 1600);
    let [first, count] = [0, 0];
    const flush = () => {
      if (!count) return;
      gl.drawElements(gl.TRIANGLES, count, gl.UNSIGNED_INT, 4 * first);
      this.#count(count / 3);
    };
    // Tiles that follow each other are drawn together.
    for (const [lowX, lowY, , highX, highY, , begin, size] of this.tiles) {
      if (!isTileSeen(scene, [lowX, lowY, highX, highY], reach)) continue;
      if (first + count !== begin) {
        flush();
        [first, count] = [begin, 0];
      }
      count += size;
    }
    flush();
  }

  #drawAllBodies(scene) {
    let isUsed = false;
    for (const kind of Object.values(this.kinds)) {
      if (!kind.filled) continue;
      choose(kind, scene);
      for (const form of kind.forms) {
        if (!form.filled) continue;
        if (!isUsed) this.#use("bodies", scene);
        isUsed = true;
        this.#drawBodies(form);
      }
    }
    if (!isUsed) return;
    for (const name of INSTANCED) this.gl.vertexAttribDivisor(this.shades.bodies.at(name), 0);
  }

  #drawBodies({ mesh, count, instances, data, filled }) {
    const { gl } = this;
    const shade = this.shades.bodies;
    gl.bindBuffer(gl.ARRAY_BUFFER, mesh);
    this.#attribute(shade.at("a_place"), 3, gl.FLOAT, 28, 0);
    this.#attribute(shade.at("a_normal"), 3, gl.FLOAT, 28, 12);
    this.#attribute(shade.at("a_part"), 1, gl.FLOAT, 28, 24);
    gl.bindBuffer(gl.ARRAY_BUFFER, instances);
    gl.bufferData(gl.ARRAY_BUFFER, data.subarray(0, filled * STRIDE), gl.DYNAMIC_DRAW);
    INSTANCED.forEach((name, k) => this.#attribute(shade.at(name), 4, gl.FLOAT, 4 * STRIDE, 16 * k, { every: 1 }));
    gl.drawArraysInstanced(gl.TRIANGLES, 0, count, filled);
    this.#count((count / 3) * filled);
  }

  #drawFaces(scene) {
    const { gl, faces } = this;
    const shade = this.#use("faces", scene);
    gl.bindTexture(gl.TEXTURE_2D, faces.texture);
    gl.bindBuffer(gl.ARRAY_BUFFER, faces.mesh);
    this.#attribute(shade.at("a_place"), 3, gl.FLOAT, 32, 0);
    this.#attribute(shade.at("a_at"), 2, gl.FLOAT, 32, 12);
    this.#attribute(shade.at("a_normal"), 3, gl.FLOAT, 32, 20);
    gl.drawArrays(gl.TRIANGLES, 0, faces.count);
    this.#count(faces.count / 3);
  }

  #drawGlows(scene) {
    const { gl } = this;
    const count = this.shines ? this.shines.length / 8 : 0;
    if (!count) return;
    const shade = this.#use("glows", scene);
    gl.uniform3fv(shade.places.u_right, scene.axes.right);
    gl.uniform3fv(shade.places.u_up, scene.axes.up);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.corner);
    this.#attribute(shade.at("a_corner"), 2, gl.FLOAT, 0, 0);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.glows.place);
    gl.bufferData(gl.ARRAY_BUFFER, this.shines, gl.DYNAMIC_DRAW);
    this.#attribute(shade.at("i_place"), 4, gl.FLOAT, 32, 0, { every: 1 });
    this.#attribute(shade.at("i_shine"), 4, gl.FLOAT, 32, 16, { every: 1 });
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE);
    gl.depthMask(false);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count);
    gl.depthMask(true);
    gl.disable(gl.BLEND);
    for (const name of ["i_place", "i_shine"]) gl.vertexAttribDivisor(shade.at(name), 0);
    this.#count(2 * count);
  }
}

const INSTANCED = ["i_pose", "i_size", "i_colour"];

/** Have room for one more body. */
function makeRoom(bodies) {
  if (bodies.filled * STRIDE < bodies.data.length) return;
  const more = new Float32Array(2 * bodies.data.length);
  more.set(bodies.data);
  bodies.data = more;
}

/** Choose which bodies of a kind a view can show, and in which form. */
function choose({ forms, data, filled }, { eye, axes, angle, aspect, isMirrored }) {
  for (const form of forms) form.filled = 0;
  const wide = Math.tan(angle / 2) * aspect;
  const [cos, sin] = [axes.ahead[0], axes.ahead[1]];
  const near = isMirrored ? 0.5 * FINE_WITHIN : FINE_WITHIN;
  for (let at = 0; at < filled * STRIDE; at += STRIDE) {
    const [x, y, size] = [data[at] - eye[0], data[at + 1] - eye[1], data[at + 4]];
    const ahead = x * cos + y * sin;
    if (ahead < -size || Math.abs(y * cos - x * sin) > wide * Math.max(ahead, 0) + size) continue;
    const form = forms[forms.length > 1 && ahead > near ? 1 : 0];
    makeRoom(form);
    for (let k = 0, to = form.filled * STRIDE; k < STRIDE; k++) form.data[to + k] = data[at + k];
    form.filled += 1;
  }
}

/** Whether a tile is near enough, and not behind the eye. */
function isTileSeen({ eye, axes }, [lowX, lowY, highX, highY], reach) {
  const [x, y] = [(lowX + highX) / 2 - eye[0], (lowY + highY) / 2 - eye[1]];
  const half = Math.hypot(highX - lowX, highY - lowY) / 2;
  const away = Math.hypot(x, y);
  if (away - half > reach) return false;
  return away < half + 30 || x * axes.ahead[0] + y * axes.ahead[1] > 0.3 * away - half;
}

/** The face of a sign, around the middle. */
function drawFace(pen, face, text, reach) {
  const disc = (share, colour) => {
    pen.beginPath();
    pen.arc(0, 0, share * reach, 0, 2 * Math.PI);
    pen.fillStyle = colour;
    pen.fill();
  };
  const shape = (count, turn, share, colour) => {
    pen.beginPath();
    for (let k = 0; k < count; k++) pen.lineTo(share * reach * Math.sin(turn + (2 * Math.PI * k) / count), -share * reach * Math.cos(turn + (2 * Math.PI * k) / count));
    pen.fillStyle = colour;
    pen.fill();
  };
  const write = (words, size, colour) => {
    pen.fillStyle = colour;
    pen.font = `700 ${size * reach}px system-ui, sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(words, 0, 0.05 * reach);
  };
  if (face === "stop") { shape(8, Math.PI / 8, 1, "#fff"); shape(8, Math.PI / 8, 0.93, "#c1121f"); write("STOP", 0.58, "#fff"); }
  else if (face === "yield") { shape(3, Math.PI, 1, "#c1121f"); shape(3, Math.PI, 0.66, "#fff"); }
  else if (face === "priority") { shape(4, 0, 1, "#fff"); shape(4, 0, 0.74, "#f4b41a"); }
  else if (face === "priority here") { shape(3, 0, 1, "#c1121f"); shape(3, 0, 0.7, "#fff"); write("↑", 0.6, "#111"); }
  else if (face === "roundabout") { disc(1, "#1d4f91"); write("↻", 1.2, "#fff"); }
  else if (face === "crosswalk") { shape(4, Math.PI / 4, 1.3, "#1d4f91"); shape(3, 0, 0.75, "#fff"); write("🚶", 0.6, "#111"); }
  else if (face === "limit ends") { disc(1, "#888"); disc(0.9, "#fff"); write("╱", 1.4, "#555"); }
  else { disc(1, "#c1121f"); disc(0.78, "#fff"); write(text, text.length > 2 ? 0.66 : 0.86, "#111"); }
}
