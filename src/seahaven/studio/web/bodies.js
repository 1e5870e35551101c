// What vehicles and people look like, in boxes of one unit: x ahead, y left, z up from the ground.

const PART = { body: 0, glass: 1, black: 2, front: 3, brake: 4, left: 5, right: 6, skin: 7, trousers: 8, grey: 9, arm: 10 };

/** Collects faces; `low` and `high` are the corners of the floor and of the ceiling, each [back, front, half width, z]. */
class Shape3 {
  constructor() {
    this.numbers = [];
  }

  quad(a, b, c, d, part) {
    const normal = unit(cross([b[0] - a[0], b[1] - a[1], b[2] - a[2]], [d[0] - a[0], d[1] - a[1], d[2] - a[2]]));
    for (const corner of [a, b, c, a, c, d]) this.numbers.push(...corner, ...normal, part);
  }

  prism([back, front, half, z], [topBack, topFront, topHalf, top], side, roof = side, y = 0) {
    const low = [[front, y + half, z], [back, y + half, z], [back, y - half, z], [front, y - half, z]];
    const high = [[topFront, y + topHalf, top], [topBack, y + topHalf, top], [topBack, y - topHalf, top], [topFront, y - topHalf, top]];
    for (let k = 0; k < 4; k++) this.quad(low[k], low[(k + 1) % 4], high[(k + 1) % 4], high[k], side);
    this.quad(high[0], high[1], high[2], high[3], roof);
    return this;
  }

  box(back, front, half, low, high, part, y = 0) {
    return this.prism([back, front, half, low], [back, front, half, high], part, part, y);
  }

  /** Wheels with eight corners, and a hub on each outer side. */
  wheels(places, half, width, height, reach) {
    const [corners, middle] = [8, 0.5 * height];
    for (const x of places) {
      for (const y of half ? [half, -half] : [0]) {
        const rim = (k, share) => [x + share * reach * Math.cos((2 * Math.PI * k) / corners), middle + share * middle * Math.sin((2 * Math.PI * k) / corners)];
        for (let k = 0; k < corners; k++) {
          const [[ax, az], [bx, bz]] = [rim(k, 1), rim(k + 1, 1)];
          this.quad([ax, y - width, az], [ax, y + width, az], [bx, y + width, bz], [bx, y - width, bz], PART.black);
          for (const side of y > 0 ? [1] : y < 0 ? [-1] : [1, -1]) {
            const [[cx, cz], [dx, dz]] = [rim(k, 0.55), rim(k + 1, 0.55)];
            this.quad([ax, y + side * width, az], [bx, y + side * width, bz], [dx, y + side * width, dz], [cx, y + side * width, cz], PART.black);
            this.quad([cx, y + side * width, cz], [dx, y + side * width, dz], [x, y + side * width, middle], [x, y + side * width, middle], PART.grey);
          }
        }
      }
    }
    return this;
  }

  /** A number plate. */
  plate(x, low) {
    const half = x > 0 ? 0.14 : -0.14;
    this.quad([x, -half, low], [x, half, low], [x, half, low + 0.08], [x, -half, low + 0.08], PART.grey);
    return this;
  }

  /** Lamps at the front and at the rear, at so high a place. */
  lamps(low, high, { front = 0.502, rear = -0.502, outer = 0.47, inner = 0.28 } = {}) {
    for (const side of [1, -1]) {
      const [a, b, middle] = [side * outer, side * inner, side * (inner + 0.75 * (outer - inner))];
      const turn = side > 0 ? PART.left : PART.right;
      this.quad([front, middle, low], [front, b, low], [front, b, high], [front, middle, high], PART.front);
      this.quad([front, a, low], [front, middle, low], [front, middle, high], [front, a, high], turn);
      this.quad([rear, b, low], [rear, middle, low], [rear, middle, high], [rear, b, high], PART.brake);
      this.quad([rear, middle, low], [rear, a, low], [rear, a, high], [rear, middle, high], turn);
    }
    return this;
  }
}

const BODIES = {
  car: () => new Shape3().prism([-0.49, 0.49, 0.46, 0.13], [-0.5, 0.5, 0.485, 0.26], PART.black).prism([-0.5, 0.5, 0.485, 0.26], [-0.495, 0.49, 0.5, 0.44], PART.body).prism([-0.495, 0.49, 0.5, 0.44], [-0.48, 0.39, 0.47, 0.6], PART.body)
    .prism([-0.45, 0.22, 0.455, 0.6], [-0.33, 0.06, 0.38, 0.95], PART.glass, PART.body).prism([-0.33, 0.06, 0.385, 0.94], [-0.3, 0.03, 0.35, 1], PART.body)
    .prism([-0.13, -0.1, 0.46, 0.6], [-0.13, -0.105, 0.386, 0.945], PART.body).prism([-0.4, -0.345, 0.459, 0.6], [-0.33, -0.3, 0.386, 0.945], PART.body)
    .box(0.13, 0.17, 0.05, 0.6, 0.7, PART.body, 0.51).box(0.13, 0.17, 0.05, 0.6, 0.7, PART.body, -0.51)
    .wheels([-0.31, 0.31], 0.455, 0.05, 0.43, 0.07).lamps(0.42, 0.53, { front: 0.493, rear: -0.499 }).plate(-0.502, 0.3).plate(0.502, 0.22),
  truck: () => new Shape3().box(-0.5, 0.3, 0.46, 0.12, 0.3, PART.black).box(-0.5, 0.28, 0.5, 0.3, 1, PART.grey).prism([0.3, 0.5, 0.49, 0.14], [0.32, 0.485, 0.48, 0.5], PART.body)
    .prism([0.32, 0.485, 0.48, 0.5], [0.33, 0.45, 0.46, 0.78], PART.glass, PART.body).wheels([-0.36, -0.24, 0.38], 0.45, 0.05, 0.27, 0.05).lamps(0.2, 0.26),
  bus: () => new Shape3().box(-0.5, 0.5, 0.5, 0.1, 0.42, PART.body).box(-0.498, 0.498, 0.495, 0.42, 0.82, PART.glass).box(-0.5, 0.5, 0.5, 0.82, 1, PART.body)
    .wheels([-0.28, 0.3], 0.46, 0.045, 0.3, 0.042).lamps(0.2, 0.28),
  motorcycle: () => new Shape3().box(-0.4, 0.4, 0.16, 0.25, 0.55, PART.body).wheels([-0.33, 0.33], 0, 0.09, 0.42, 0.16).box(-0.16, 0.04, 0.24, 0.5, 0.85, PART.black).box(-0.1, 0.06, 0.14, 0.86, 1.05, PART.body).lamps(0.42, 0.52, { front: 0.4, rear: -0.4, outer: 0.18, inner: 0.02 }),
  bicycle: () => new Shape3().wheels([-0.31, 0.31], 0, 0.04, 0.38, 0.17).box(-0.25, 0.25, 0.04, 0.24, 0.32, PART.body).box(-0.12, 0.08, 0.3, 0.48, 0.82, PART.body).box(-0.1, 0.06, 0.26, 0.3, 0.5, PART.trousers).box(-0.04, 0.12, 0.16, 0.84, 1, PART.skin),
  cone: () => new Shape3().box(-0.5, 0.5, 0.5, 0, 0.06, PART.black).prism([-0.36, 0.36, 0.36, 0.06], [-0.24, 0.24, 0.24, 0.38], PART.body).prism([-0.24, 0.24, 0.24, 0.38], [-0.16, 0.16, 0.16, 0.62], PART.grey).prism([-0.16, 0.16, 0.16, 0.62], [-0.06, 0.06, 0.06, 1], PART.body),
  barrier: () => new Shape3().box(-0.5, 0.5, 0.06, 0, 0.12, PART.black, 0.36).box(-0.5, 0.5, 0.06, 0, 0.12, PART.black, -0.36).box(-0.08, 0.08, 0.03, 0.12, 0.6, PART.black, 0.36).box(-0.08, 0.08, 0.03, 0.12, 0.6, PART.black, -0.36)
    .box(-0.1, 0.1, 0.1, 0.6, 1, PART.body, 0.4).box(-0.1, 0.1, 0.1, 0.6, 1, PART.grey, 0.2).box(-0.1, 0.1, 0.1, 0.6, 1, PART.body).box(-0.1, 0.1, 0.1, 0.6, 1, PART.grey, -0.2).box(-0.1, 0.1, 0.1, 0.6, 1, PART.body, -0.4),
  person: () => new Shape3().box(-0.2, 0.2, 0.16, 0, 0.5, PART.trousers, 0.18).box(-0.2, 0.2, 0.16, 0, 0.5, PART.trousers, -0.18).prism([-0.26, 0.26, 0.34, 0.46], [-0.26, 0.26, 0.44, 0.82], PART.body)
    .box(-0.14, 0.14, 0.09, 0.42, 0.81, PART.arm, 0.52).box(-0.14, 0.14, 0.09, 0.42, 0.81, PART.arm, -0.52)
    .prism([-0.18, 0.18, 0.17, 0.83], [-0.24, 0.22, 0.21, 0.91], PART.skin).prism([-0.24, 0.22, 0.21, 0.91], [-0.2, 0.16, 0.16, 1], PART.skin, PART.black),
};
/** The same from far away, without what is too small to be seen there. */
const FROM_AFAR = {
  car: () => new Shape3().prism([-0.5, 0.5, 0.48, 0.14], [-0.48, 0.42, 0.49, 0.6], PART.body).prism([-0.45, 0.22, 0.455, 0.6], [-0.32, 0.05, 0.37, 1], PART.glass, PART.body).lamps(0.42, 0.53, { front: 0.5, rear: -0.502 }),
  truck: () => new Shape3().box(-0.5, 0.28, 0.5, 0.14, 1, PART.grey).prism([0.3, 0.5, 0.49, 0.1], [0.33, 0.45, 0.46, 0.78], PART.body).lamps(0.2, 0.26),
  bus: () => new Shape3().box(-0.5, 0.5, 0.5, 0.06, 0.42, PART.body).box(-0.498, 0.498, 0.495, 0.42, 1, PART.glass, 0).lamps(0.2, 0.28),
  motorcycle: () => new Shape3().box(-0.45, 0.45, 0.12, 0.05, 0.55, PART.black).box(-0.16, 0.06, 0.24, 0.5, 1.05, PART.body),
  bicycle: () => new Shape3().box(-0.45, 0.45, 0.05, 0.02, 0.35, PART.black).box(-0.12, 0.08, 0.3, 0.35, 1, PART.body),
  person: () => new Shape3().box(-0.2, 0.2, 0.3, 0, 0.48, PART.grey).box(-0.26, 0.26, 0.45, 0.48, 0.84, PART.body).box(-0.18, 0.18, 0.18, 0.84, 1, PART.skin),
};
const HEIGHTS = { car: 1.48, truck: 3.6, bus: 3.1, motorcycle: 1.45, bicycle: 1.7, person: 1.75, cone: 0.75, barrier: 1 };
const PAINTS = [[198, 204, 210], [42, 46, 52], [150, 30, 32], [40, 70, 128], [226, 226, 222], [92, 98, 104], [58, 92, 74], [196, 160, 70], [120, 126, 134], [24, 26, 30]];
const COATS = [[150, 60, 50], [60, 84, 130], [70, 110, 80], [190, 180, 150], [90, 70, 110], [60, 60, 64], [200, 150, 60]];

/** The colour of an entity, always the same for its id. */
function paintOf(stay) {
  const choices = stay.isPerson || stay.kind === "bicycle" ? COATS : PAINTS;
  if (stay.kind === "bus") return [206, 170, 60];
  if (stay.kind === "cone") return [240, 96, 34];
  if (stay.kind === "barrier") return [214, 40, 36];
  return choices[(Math.imul(stay.id, 2654435761) >>> 8) % choices.length];
}
