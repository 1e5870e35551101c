// Matrices of four columns, as WebGL takes them; x is east, y north, z up.

function perspective(angle, aspect, near, far, { isMirrored = false } = {}) {
  const f = 1 / Math.tan(angle / 2);
  return [(isMirrored ? -f : f) / aspect, 0, 0, 0, 0, f, 0, 0, 0, 0, (far + near) / (near - far), -1, 0, 0, (2 * far * near) / (near - far), 0];
}

const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const unit = (a) => a.map((part) => part / Math.hypot(...a));

/** The axes of an eye that looks along a heading, up by a pitch: ahead, right and up. */
function axesOf(heading, pitch) {
  const ahead = [Math.cos(heading) * Math.cos(pitch), Math.sin(heading) * Math.cos(pitch), Math.sin(pitch)];
  const right = unit(cross(ahead, [0, 0, 1]));
  return { ahead, right, up: cross(right, ahead) };
}

function looking(eye, { ahead, right, up }) {
  return [right[0], up[0], -ahead[0], 0, right[1], up[1], -ahead[1], 0, right[2], up[2], -ahead[2], 0, -dot(right, eye), -dot(up, eye), dot(ahead, eye), 1];
}

function product(a, b) {
  const made = new Float32Array(16);
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      for (let k = 0; k < 4; k++) made[4 * column + row] += a[4 * k + row] * b[4 * column + k];
    }
  }
  return made;
}
