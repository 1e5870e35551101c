// Loads the page's programs without a browser, and tells what they make of its data.
"use strict";
const { readFileSync } = require("node:fs");
const [web, page] = process.argv.slice(2);
const programs = ["codec", "lights", "film", "view", "timeline", "situations", "plot", "panels"].map((name) => readFileSync(`${web}/${name}.js`, "utf8"));
const names = "bytesOf, inflated, unpacked, Film, shortId, typedId, View, roundLength, timeText, roundRange, counted, hiddenAtFirst, startOf, situationAt, fitted";
const made = new Function(`"use strict";${programs.join("\n")};return {${names}};`)();

function hold(isTrue, what) {
  if (!isTrue) throw new Error(`it does not hold that ${what}`);
}

async function main() {
  const text = readFileSync(page, "utf8");
  // Made, but not run: all programs together are one that a browser can read.
  new Function(text.match(/<script>([^]*)<\/script>/)[1]);
  const [story, bytes] = await Promise.all(["story", "film"].map((id) => {
    const [, data] = text.match(new RegExp(`id="${id}">([^<]*)<`));
    return made.inflated(made.bytesOf(data));
  }));
  const told = JSON.parse(new TextDecoder().decode(story));
  const film = new made.Film(told, bytes);
  const poses = film.poses(1.45);
  console.log(`poses ${poses.flatMap((pose) => [pose.stay.id, pose.x, pose.y, pose.heading]).join(",")}`);
  console.log(`last ${film.poses(film.end + 5).every((pose) => pose.share === 0)}`);

  hold(film.find("jo", 0).id === 3 && film.find("4", 0).id === 4 && film.find("99", 0) === null, "people are found");
  hold(film.frameAt(0.999) === 9 && film.frameAt(1) === 10 && film.frameAt(1e9) === 30, "frames are found");
  hold(made.shortId(17) === "17" && made.shortId(2000017) === "2·17", "ids are short");
  hold(made.typedId("2·17") === 2000017 && made.typedId("17") === 17, "short ids are read");
  hold(made.timeText(12.5) === "12.50 s" && made.timeText(62.55) === "1:02.5", "times are told");
  hold(made.counted(1, "vehicle") === "1 vehicle" && made.counted(1, "person") === "1 person", "one is told as one");
  hold(made.counted(0, "vehicle") === "0 vehicles" && made.counted(2, "person") === "2 people", "several are told as several");
  hold(made.roundLength(173) === 100 && made.roundLength(23) === 20, "lengths are round");
  const [low, high, step] = made.roundRange(-3.2, 71, 5);
  hold(low === -20 && high === 80 && step === 20, `ranges are round, not ${low} ${high} ${step}`);

  const kinds = [{ name: "Press", count: 2 }, { name: "Collision", count: 300, isGrave: true }, { name: "Turned", count: 300 }];
  hold(made.hiddenAtFirst(kinds, false).join() === "Press,Turned", "presses and crowds of events are hidden at first");
  hold(made.hiddenAtFirst(kinds.slice(0, 1), false).length === 0, "what is usual is shown where there is nothing else");
  const played = [{ number: 4, from: 1, to: 9, at: 7 }, { number: 5, from: 8, to: 12, at: null }];
  hold(made.startOf(played[0], { start: 2 }) === 3 && made.startOf(played[1], { start: 2 }) === 8, "one looks in time");
  const drive = { start: 2, situations: played };
  hold(made.situationAt(drive, 8.5).number === 4, "of several the one is on whose moment is nearest");
  hold(made.situationAt(drive, 11).number === 5, "without a moment the end counts");
  hold(made.situationAt(drive, 13) === null, "after the last one none is on");
  const late = { start: 2, situations: [{ ...played[0], to: 20 }, { number: 5, from: 2, to: 30, at: 18 }] };
  hold(late.situations.every((one) => made.situationAt(late, made.startOf(one, late)).number === one.number), "what one looks at is on");
  const pen = { measureText: (words) => ({ width: 5 * words.length }) };
  hold(made.fitted(pen, "sudden stop", 40) === "sudden…" && made.fitted(pen, "sudden stop", 12) === "", "names are cut");

  const view = new made.View();
  Object.assign(view, { width: 800, height: 600 });
  view.fit({ left: 0, right: 100, bottom: 0, top: 50 });
  const [x, y] = view.toWorld(300, 200);
  view.zoom(2, 300, 200);
  const [stillX, stillY] = view.toWorld(300, 200);
  hold(Math.hypot(x - stillX, y - stillY) < 1e-9, "zooming keeps the place under the pointer");
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
