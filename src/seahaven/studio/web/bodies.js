// What vehicles and people look like, in boxes of one unit: x ahead, y left, z up from the ground.

const PART = { body: 0, glass: 1, black: 2, front: 3, brake: 4, left: 5, right: 6, skin: 7, trousers: 8, grey: 9 };

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

  wheels(places, half, width, height, reach) {
    for (const x of places) {
      for (const y of [half, -half]) this.prism([x - 0.4 * reach, x + 0.4 * reach, width, 0], [x - reach, x + reach, width, 0.5 * height], PART.black, PART.black, y).prism([x - reach, x + reach, width, 0.5 * height], [x - 0.5 * reach, x + 0.5 * reach, width, height], PART.black, PART.black, y);
    }
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
  car: () => new Shape3().prism([-0.5, 0.5, 0.47, 0.16], [-0.495, 0.49, 0.5, 0.42], PART.body).prism([-0.495, 0.49, 0.5, 0.42], [-0.48, 0.4, 0.47, 0.6], PART.body)
    .prism([-0.44, 0.22, 0.46, 0.6], [-0.32, 0.06, 0.38, 0.96], PART.glass, PART.body).prism([-0.32, 0.06, 0.38, 0.96], [-0.3, 0.04, 0.36, 1], PART.body)
    .wheels([-0.31, 0.31], 0.44, 0.05, 0.42, 0.07).lamps(0.42, 0.52, { front: 0.493, rear: -0.498 }),
  truck: () => new Shape3().box(-0.5, 0.3, 0.46, 0.12, 0.3, PART.black).box(-0.5, 0.28, 0.5, 0.3, 1, PART.grey).prism([0.3, 0.5, 0.49, 0.14], [0.32, 0.485, 0.48, 0.5], PART.body)
    .prism([0.32, 0.485, 0.48, 0.5], [0.33, 0.45, 0.46, 0.78], PART.glass, PART.body).wheels([-0.36, -0.24, 0.38], 0.45, 0.05, 0.27, 0.05).lamps(0.2, 0.26),
  bus: () => new Shape3().box(-0.5, 0.5, 0.5, 0.1, 0.42, PART.body).box(-0.498, 0.498, 0.495, 0.42, 0.82, PART.glass).box(-0.5, 0.5, 0.5, 0.82, 1, PART.body)
    .wheels([-0.28, 0.3], 0.46, 0.045, 0.3, 0.042).lamps(0.2, 0.28),
  motorcycle: () => new Shape3().box(-0.4, 0.4, 0.16, 0.25, 0.55, PART.body).wheels([-0.33, 0.33], 0, 0.09, 0.42, 0.16).box(-0.16, 0.04, 0.24, 0.5, 0.85, PART.black).box(-0.1, 0.06, 0.14, 0.86, 1.05, PART.body).lamps(0.42, 0.52, { front: 0.4, rear: -0.4, outer: 0.18, inner: 0.02 }),
  bicycle: () => new Shape3().wheels([-0.31, 0.31], 0, 0.04, 0.38, 0.17).box(-0.25, 0.25, 0.04, 0.24, 0.32, PART.body).box(-0.12, 0.08, 0.3, 0.48, 0.82, PART.body).box(-0.1, 0.06, 0.26, 0.3, 0.5, PART.trousers).box(-0.04, 0.12, 0.16, 0.84, 1, PART.skin),
  cone: () => new Shape3().box(-0.5, 0.5, 0.5, 0, 0.06, PART.black).prism([-0.36, 0.36, 0.36, 0.06], [-0.24, 0.24, 0.24, 0.38], PART.body).prism([-0.24, 0.24, 0.24, 0.38], [-0.16, 0.16, 0.16, 0.62], PART.grey).prism([-0.16, 0.16, 0.16, 0.62], [-0.06, 0.06, 0.06, 1], PART.body),
  barrier: () => new Shape3().box(-0.5, 0.5, 0.06, 0, 0.12, PART.black, 0.36).box(-0.5, 0.5, 0.06, 0, 0.12, PART.black, -0.36).box(-0.08, 0.08, 0.03, 0.12, 0.6, PART.black, 0.36).box(-0.08, 0.08, 0.03, 0.12, 0.6, PART.black, -0.36)
    .box(-0.1, 0.1, 0.1, 0.6, 1, PART.body, 0.4).box(-0.1, 0.1, 0.1, 0.6, 1, PART.grey, 0.2).box(-0.1, 0.1, 0.1, 0.6, 1, PART.body).box(-0.1, 0.1, 0.1, 0.6, 1, PART.grey, -0.2).box(-0.1, 0.1, 0.1, 0.6, 1, PART.body, -0.4),
  person: () => new Shape3().box(-0.2, 0.2, 0.16, 0, 0.48, PART.trousers, 0.17).box(-0.2, 0.2, 0.16, 0, 0.48, PART.trousers, -0.17).box(-0.28, 0.28, 0.45, 0.46, 0.82, PART.body).prism([-0.22, 0.22, 0.2, 0.84], [-0.18, 0.2, 0.18, 1], PART.skin),
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
