// Colours, which the style sheet has for light and for dark.

/** Colours, from the style sheet, by what they are for. */
function readInks() {
  const style = getComputedStyle(document.documentElement);
  const ink = (name) => style.getPropertyValue(`--${name}`).trim();
  const looks = ["road", "shoulder", "green", "pavement", "kerb", "parking", "rail", "bike", "closed", "bus", "crossing",
    "building", "plants", "barrier", "veil"];
  const isDark = document.documentElement.dataset.theme === "dark";
  return {
    paper: ink("paper"), ink: ink("ink"), strong: ink("strong"), dim: ink("dim"), line: ink("line"), grid: ink("grid"),
    ground: ink("ground"), halo: ink("halo"), crowd: ink("crowd"), way: ink("way"), glass: ink("glass"),
    outline: ink("outline"), onBody: ink("on-body"), picked: ink("accent"), subject: ink("subject"),
    subjectGlow: ink("subject-glow"), role: ink("role"), grave: "#e02b20", brake: "#ff2a1f", turn: "#ffb300", lamp: "#fff3c4", tail: "#a8201a",
    met: ink("gap-curve"), soso: isDark ? "#e8a548" : "#d98a1f",
    looks: { ...Object.fromEntries(looks.map((look) => [look, ink(look)])), space: ink("parking"), roof: "#0000" },
    paint: isDark ? { "#ffffff": "#aab2b9", "#f4c63d": "#b99a3c" } : {},
    lights: { go: "#19b45a", amber: "#ffb300", soon: "#f0642d", halt: "#e5322d", frame: isDark ? "#0d1114" : "#22282d" },
    kinds: { person: ink("person"), bicycle: ink("bicycle"), car: ink("car"), truck: ink("truck"), bus: ink("bus-body"), motorcycle: ink("motorcycle"), cone: "#f0642d", barrier: "#f4f1ea" },
    others: isDark ? ["#5fb4d0", "#a3c65c", "#c193d6", "#e0a84a", "#9aa5ae"]
      : ["#1f6f8b", "#6a8d2f", "#8a5a9e", "#d08a1d", "#5a6670"],
    curves: { speed: ink("speed-curve"), gap: ink("gap-curve"), acceleration: ink("acceleration-curve"), time_to_collision: ink("collision-curve"), role_time_to_collision: ink("role"), other: ink("ink") },
  };
}
