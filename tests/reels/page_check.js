// Loads the page's programs without a browser, and tells what they make of its data.
"use strict";
const { readFileSync } = require("node:fs");
const [map, web, page] = process.argv.slice(2);
const shared = ["lights", "night", "view"].map((name) => readFileSync(`${map}/${name}.js`, "utf8"));
const own = ["codec", "signals", "film", "timeline", "situations", "plot", "finding", "panels", "framing"].map((name) => readFileSync(`${web}/${name}.js`, "utf8"));
const programs = [...shared, ...own];
const names = "bytesOf, inflated, unpacked, Film, shortId, typedId, View, roundLength, lengthText, timeText, roundRange, counted, "
  + "hiddenAtFirst, startOf, situationAt, watchedAt, castAt, rolesAt, momentText, situationText, fitted, search, cut, "
  + "companyOf, boxAround, follow, pointerTo, Pose, plotsOf, marksOf, valueText, rangeOf, Plot";
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
  const played = [{ number: 4, from: 1, to: 9, at: 7, cast: [] }, { number: 5, from: 8, to: 12, at: null, cast: [] }];
  hold(made.startOf(played[0], { start: 2 }) === 3 && made.startOf(played[1], { start: 2 }) === 8, "a situation is watched in time");
  hold(made.startOf({ from: 8, to: 30, at: null }, { start: 2 }) === 22, "without a moment it is watched some seconds before its end");
  const drive = { start: 2, situations: played };
  hold(made.situationAt(drive, 8.5).number === 4, "of several the one is on whose moment is nearest");
  hold(made.situationAt(drive, 11).number === 5, "without a moment the end counts");
  hold(made.situationAt(drive, 13) === null, "after the last one none is on");
  const late = { start: 2, situations: [{ ...played[0], to: 20 }, { number: 5, from: 2, to: 30, at: 18 }] };
  hold(late.situations.every((one) => made.situationAt(late, made.startOf(one, late)).number === one.number), "a situation that is watched is on");
  const pen = { measureText: (words) => ({ width: 5 * words.length }) };
  hold(made.fitted(pen, "sudden stop", 40) === "sudden…" && made.fitted(pen, "sudden stop", 12) === "", "names are cut");

  checkSearch(film);
  checkCast();
  checkFraming();
  checkPlots(film, told);
  checkNight();

  const view = new made.View();
  Object.assign(view, { width: 800, height: 600 });
  view.fit({ left: 0, right: 100, bottom: 0, top: 50 });
  const [x, y] = view.toWorld(300, 200);
  view.zoom(2, 300, 200);
  const [stillX, stillY] = view.toWorld(300, 200);
  hold(Math.hypot(x - stillX, y - stillY) < 1e-9, "zooming keeps the place under the pointer");
}

function checkSearch(film) {
  const found = (text, time) => made.search(film, text, time);
  hold(found("jo", 0).stay.id === 3 && found("jo", 0).message === "", "a name finds its vehicle");
  hold(found("  ", 0).stay === null && found("  ", 0).message === "", "an empty text finds nothing and says nothing");
  const later = found("1", 2.5);
  hold(later.stay.id === 1 && later.message === "No. 1 is not there at 2.5 s, but from 0.0 s to 0.9 s.", `it says when 1 is there, not ${later.message}`);
  const missing = found("99", 0);
  hold(missing.stay === null && missing.message.startsWith("Nothing here has the number 99: there are 7 vehicles, numbered 1 to "), missing.message);
  hold(missing.choices.length === 4 && missing.choices.some((stay) => stay.id === 4), "the nearest numbers are offered");
  const block = [...film.byId.keys()].find((id) => id >= 1000000);
  const short = found(`${block % 1000000}`, 0);
  hold(short.stay !== null || short.choices.some((stay) => stay.id === block), "numbers within their blocks are offered");
  const nobody = found("J", 0);
  hold(nobody.message === "Nothing here is called “J”. Did you mean:" && nobody.choices[0].id === 3, nobody.message);
  hold(made.cut("a very long name", 7) === "a very…" && made.cut("Jo", 7) === "Jo", "texts are cut");
}

function checkCast() {
  const cast = [{ role: "lead", who: 7, from: 2 }, { role: "merger", who: 8, from: 2 }, { role: "lead", who: 9, from: 5 }];
  const one = { number: 1, name: "merge", from: 1, to: 12, at: 9, role: "lead", cast, is_shown: true, outcome: "met", text: "", place: 10 };
  const who = (time) => made.castAt(one, time).map((member) => `${member.role} ${member.who}`).join();
  hold(who(1) === "" && who(3) === "lead 7,merger 8" && who(6) === "lead 9,merger 8", "a role goes to the vehicle that was cast last");
  const film = { start: 0, situations: [one] };
  hold(made.rolesAt(film, 6).get(9) === "lead" && !made.rolesAt(film, 6).has(7), "vehicles of the cast are known by their roles");
  hold(made.rolesAt(film, 13).size === 0, "after a situation there are no roles");
  hold(made.watchedAt(film, 4) === null && made.watchedAt(film, 5).number === 1, "a situation is watched from shortly before its moment");
  const never = { ...one, from: null, to: null, at: null, outcome: "unopened", text: "the drive ended", place: 5845, is_shown: false };
  hold(made.momentText(never) === "5.8 km along · never opened", made.momentText(never));
  hold(made.situationText(never) === "never opened; the drive ended", made.situationText(never));
  hold(made.situationText({ ...one, is_shown: false }) === "met; this page shows another part of the drive", "what the page cannot show is said");
}

function checkFraming() {
  const pose = (id, x, y, isSubject = false) => ({ x, y, stay: { id, isSubject } });
  const one = { number: 1, from: 0, to: 20, at: 4, role: "truck", cast: [{ role: "truck", who: 7, from: 0 }, { role: "shadow", who: 8, from: 0 }] };
  const film = { start: 0, situations: [one] };
  const [subject, truck, shadow, other] = [pose(2, 0, 0, true), pose(7, 10, 108), pose(8, 300, 0), pose(9, 5, 5)];
  const company = made.companyOf(film, [subject, truck, shadow, other], subject, 2);
  hold(company.length === 1 && company[0] === truck, "the critical role's vehicle is framed with the subject, a far one of another role not");
  hold(made.companyOf(film, [subject, truck], truck, 2)[0] === subject, "with a vehicle of the cast the subject is framed");
  hold(made.companyOf(film, [subject, truck, other], other, 2).length === 0, "a vehicle that has no part is followed alone");
  hold(made.companyOf({ start: 0, situations: [] }, [subject, truck], subject, 2).length === 0, "without situations the subject is followed alone");

  const view = new made.View();
  Object.assign(view, { width: 1400, height: 790 });
  const covered = { left: 220, right: 352, top: 60, bottom: 0, margin: 70, most: 6.4 };
  const target = view.framing(made.boxAround([subject, truck]), covered);
  hold(made.follow(view, subject, subject, target, 1), "after a jump the screen is at rest");
  for (const each of [subject, truck]) {
    const [left, top] = view.toScreen(each.x, each.y);
    hold(left > 220 && left < 1048 && top > 60 && top < 790, `both are in the free part of the screen, not at ${left}, ${top}`);
  }
  const alone = view.framing(made.boxAround([subject]), covered);
  hold(alone.scale === 6.4 && view.scale < 6.4, "alone the subject is seen from nearer");
  for (let k = 0; k < 100; k++) made.follow(view, subject, subject, alone, 0.1);
  hold(view.scale === 6.4 && view.x === alone.x, "the screen comes to rest where it should be");

  const box = { left: 0, right: 100, top: 0, bottom: 100 };
  hold(made.pointerTo(50, 60, box) === null, "what is seen is not pointed at");
  const pointer = made.pointerTo(50, -500, box);
  hold(Math.abs(pointer.left - 50) < 1e-6 && Math.abs(pointer.top) < 1e-6 && pointer.angle < 0, "a pointer is at the edge, towards what it points at");
  hold(made.lengthText(108.4) === "108 m" && made.lengthText(1432) === "1.4 km" && made.lengthText(0.5) === "0.5 m", "lengths are short");
}

function checkNight() {
  const at = (daylight) => made.Film.prototype.darknessAt.call({ weather: daylight === null ? {} : { daylight: { at: () => daylight } } }, 0);
  hold(at(null) === 0 && at(1) === 0 && at(0.25) === 0.75 && at(1.5) === 0, "it is as dark as the weather says");
  const pose = (steps) => Object.assign(new made.Pose(), { row: 0, stay: { group: { channels: steps === null ? {} : { headlamps: { steps, isNull: () => false } } } } });
  hold(pose([1]).hasLampsLit && !pose([0]).hasLampsLit && !pose(null).hasLampsLit, "headlamps are lit above 0");
}

function checkPlots(film, told) {
  const curves = [{ name: "ttc", caption: "Time to collision", label: "leader", unit: "s", most: 20 }, { name: "role_ttc", caption: "Time to collision", label: "role", unit: "s", most: 20 }];
  const plots = made.plotsOf(["power", "speed"], curves).map((plot) => `${plot.caption}:${plot.lines.map((line) => line.name).join("+")}`);
  hold(plots.join() === "Speed:speed,Gap ahead:gap,Time to collision:ttc+role_ttc,Acceleration:acceleration,Power:power", plots.join());
  hold(made.valueText(20, { most: 20, digits: 1 }) === "≥ 20" && made.valueText(3.25, { digits: 1 }) === "3.3", "values are short");
  const channel = (values) => ({ at: (row) => values[row] });
  hold(made.rangeOf([0, 1], [channel([NaN, NaN])], { factor: 1 }, 5) === null, "without values there is no axis");
  hold(made.rangeOf([0, 1], [channel([NaN, 3]), channel([7, NaN])], { factor: 1, fromZero: true, most: 20 }, 5).join() === "0,20,5", "a capped plot shows its cap");
  const [low, high] = made.rangeOf([0], [channel([0])], { factor: 1, fromZero: true }, 5);
  hold(low === 0 && high > 0, "a vehicle that stands has an axis, too");

  const subject = film.stays.find((stay) => stay.isSubject);
  const marks = made.marksOf(film, subject);
  hold(marks.length === 1 && marks[0].situation === null && Math.abs(marks[0].time - 1.3) < 1e-6, "collisions are marked");
  const drive = { situations: [{ at: 2, cast: [{ who: 1 }] }, { at: null, cast: [] }], events: [] };
  hold(made.marksOf(drive, subject).length === 1 && made.marksOf(drive, { id: 4 }).length === 0, "critical moments of its situations are marked");

  const plot = new made.Plot(null, film, told.plots, told.curves);
  const names = (stay) => plot.of(stay).map((each) => each.caption).join();
  hold(names(subject) === "Speed,Gap ahead,Distance,Acceleration", `a curve is plotted for the vehicle that has it, not ${names(subject)}`);
  hold(names(film.stayOf(4, 0)) === "Speed,Gap ahead,Acceleration", "and for no other");
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
