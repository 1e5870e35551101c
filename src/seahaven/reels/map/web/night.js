// Night: the ground grows dark with the weather's daylight, and lit headlamps throw a beam.

const DARKEST = { light: 0.62, dark: 0.4 }; // how much of the ground a night without light hides, by theme
const DUSK = 0.02; // darkness below which nothing is drawn
const NIGHT = 0.45; // darkness from which on texts on the map are light
const BEAM = 28; // metres
const BEAM_HALF = 0.3; // radians to each side
const BEAMS_FROM = 0.8; // pixels per metre; further away beams are left out
const MOST_BEAMS = 300; // vehicles in sight

/** Darken the ground, and light it again in front of headlamps; vehicles and texts are drawn on top. */
function drawNight(context, view, poses, darkness, theme) {
  if (darkness < DUSK) return;
  context.globalAlpha = darkness * DARKEST[theme];
  context.fillStyle = "#060c1c";
  context.fillRect(0, 0, view.width, view.height);
  context.globalAlpha = 1;
  const lit = view.scale < BEAMS_FROM ? [] : poses.filter((pose) => pose.hasLampsLit);
  if (lit.length <= MOST_BEAMS) for (const pose of lit) drawBeam(context, view, pose, darkness);
}

function drawBeam(context, view, pose, darkness) {
  const reach = BEAM * view.scale;
  const front = 0.5 * pose.stay.length;
  const [left, top] = view.toScreen(pose.x + front * Math.cos(pose.heading), pose.y + front * Math.sin(pose.heading));
  if (left < -reach || left > view.width + reach || top < -reach || top > view.height + reach) return;
  const glow = context.createRadialGradient(left, top, 0, left, top, reach);
  glow.addColorStop(0, `rgb(255 240 190 / ${0.5 * darkness})`);
  glow.addColorStop(1, "rgb(255 240 190 / 0)");
  context.fillStyle = glow;
  context.beginPath();
  context.moveTo(left, top);
  context.arc(left, top, reach, -pose.heading - BEAM_HALF, -pose.heading + BEAM_HALF);
  context.fill();
}
