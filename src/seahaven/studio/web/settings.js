// What this browser remembers of its screen, its controllers, its sound and its voice.

const STORE = "seahaven studio";
const USUAL_SIGHT = (56 * Math.PI) / 180; // vertical field of view, where nothing is known of the screen

const SETTINGS = { screen: { width: 0, distance: 0, side: 0 }, hasVoice: true, hasSound: true, isSharp: false, controllers: {} };

/** What was remembered; what is missing or damaged is as usual. */
function readSettings() {
  try {
    return { ...SETTINGS, ...JSON.parse(localStorage.getItem(STORE) || "{}") };
  } catch {
    return { ...SETTINGS };
  }
}

function writeSettings(changes) {
  const settings = { ...readSettings(), ...changes };
  try {
    localStorage.setItem(STORE, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still drives.
  }
  return settings;
}

/** The angles of a window (radians): from its share of a screen so wide (m), looked at from so far (m). */
function sightOf({ width, distance, side }, inner, aspect, outer) {
  if (!(width > 0 && distance > 0)) {
    const across = 2 * Math.atan(Math.tan(USUAL_SIGHT / 2) * aspect);
    return { across, up: USUAL_SIGHT, side: side > 0 ? (side * Math.PI) / 180 : across };
  }
  const across = 2 * Math.atan((width * Math.min(inner / outer, 1)) / 2 / distance);
  return { across, up: 2 * Math.atan(Math.tan(across / 2) / aspect), side: side > 0 ? (side * Math.PI) / 180 : across };
}
