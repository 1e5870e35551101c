// Taking something along: a picture, data as CSV, and a clip as WebM; all of it is made in the browser.

const CLIP_FRAMES = 30; // per second of a clip
const CLIP_TYPES = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"];
const LATER = 2000; // milliseconds after which a file that was handed over is let go of

/** Hand a file to the browser to save it. */
function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name.replace(/[^\w .-]+/g, "_");
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), LATER);
}

/** A name for a file of this page at this time. */
function fileName(page, ending) {
  return `${page.story.title} ${page.time.toFixed(1)} s.${ending}`;
}

function savePicture(page) {
  page.draw(performance.now());
  element("land").toBlob((blob) => save(blob, fileName(page, "png")), "image/png");
}

/** A value as CSV has it; nothing for null. */
function cell(value) {
  if (typeof value === "number") return Number.isFinite(value) ? `${+value.toFixed(4)}` : "";
  return /[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

function rowOf(film, stay, frame, names) {
  const { channels } = stay.group;
  const row = stay.rowAt(frame);
  const values = names.map((name) => {
    const channel = channels[name];
    if (!channel) return "";
    return channel.kinds.length ? channel.word(row) : channel.at(row);
  });
  return [film.times[frame], stay.id, stay.name, stay.kind, ...values].map(cell).join(",");
}

/** The whole stay of the picked vehicle; without one, everybody as they are now. */
function dataText(page) {
  const { film, picked } = page;
  const stays = picked ? film.byId.get(picked.id) : page.poses.map((pose) => pose.stay);
  const names = [...new Set(stays.flatMap((stay) => Object.keys(stay.group.channels)))];
  const frame = film.frameAt(page.time);
  const rows = picked
    ? stays.flatMap((stay) => Array.from({ length: stay.count }, (_, k) => rowOf(film, stay, stay.first + k, names)))
    : stays.map((stay) => rowOf(film, stay, frame, names));
  return `${["time", "id", "name", "kind", ...names].join(",")}\n${rows.join("\n")}\n`;
}

function saveData(page) {
  save(new Blob([dataText(page)], { type: "text/csv" }), fileName(page, "csv"));
}

/** Record what the map shows until it is called again; plays meanwhile. */
function toggleClip(page) {
  if (page.clip) {
    page.clip.stop();
    return;
  }
  const type = CLIP_TYPES.find((one) => window.MediaRecorder && MediaRecorder.isTypeSupported(one));
  if (!type) {
    say(page, "This browser cannot record clips.");
    return;
  }
  const pieces = [];
  page.clip = new MediaRecorder(element("land").captureStream(CLIP_FRAMES), { mimeType: type, videoBitsPerSecond: 8e6 });
  page.clip.ondataavailable = ({ data }) => pieces.push(data);
  page.clip.onstop = () => {
    page.clip = null;
    element("save-clip").textContent = "Clip (WebM)";
    element("save-clip").setAttribute("aria-pressed", "false");
    page.saved = new Blob(pieces, { type });
    save(page.saved, fileName(page, "webm"));
  };
  page.clip.start();
  element("save-clip").textContent = "End the clip";
  element("save-clip").setAttribute("aria-pressed", "true");
  page.setPlaying(true);
}

function listenToExport(page) {
  element("save-picture").onclick = () => savePicture(page);
  element("save-data").onclick = () => saveData(page);
  element("save-clip").onclick = () => toggleClip(page);
}
