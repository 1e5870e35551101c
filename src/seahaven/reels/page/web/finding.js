// Finding a vehicle or a person by number or name, and what is said when there is none.

const SUGGESTED = 4; // how many others are offered

/**
 * What a typed text finds: `stay`, the stay that it means, or null; `message` for what there is to say, "" for nothing; and
 * `choices`, the stays that are offered instead.
 */
function search(film, text, time) {
  const wanted = text.trim();
  if (!wanted) return { stay: null, message: "", choices: [] };
  const stay = film.find(wanted, film.frameAt(time));
  if (stay) return { stay, message: presenceText(film, stay, time), choices: [] };
  const id = typedId(wanted);
  return Number.isNaN(id) ? missingName(film, wanted) : missingNumber(film, wanted, id);
}

/** When an entity is there, if that is not now. */
function presenceText(film, stay, time) {
  const [first, last] = [film.times[stay.first], film.times[stay.last]];
  if (first <= time && time <= last) return "";
  const others = film.byId.get(stay.id).length - 1;
  const more = others ? `, and ${others === 1 ? "once" : `${others} times`} more` : "";
  const who = stay.name || `No. ${shortId(stay.id)}`;
  return `${who} is not there at ${timeText(time, 1)}, but from ${timeText(first, 1)} to ${timeText(last, 1)}${more}.`;
}

/** How many entities the page shows, in words: "33 vehicles and 79 people". */
function entitiesText(film) {
  return film.groups.map((group) => counted(new Set(group.stays.map((stay) => stay.id)).size, group.family)).join(" and ");
}

/** A number that no entity has: ids that end in it are offered, or else the nearest ones. */
function missingNumber(film, wanted, id) {
  const ids = [...film.byId.keys()].sort((one, other) => one - other);
  const alike = id < BLOCK ? ids.filter((each) => each % BLOCK === id) : [];
  const nearest = [...ids].sort((one, other) => Math.abs(one - id) - Math.abs(other - id)).slice(0, SUGGESTED);
  const choices = (alike.length ? alike : nearest.sort((one, other) => one - other)).slice(0, SUGGESTED);
  const range = ids.length > 1 ? `, numbered ${shortId(ids[0])} to ${shortId(ids[ids.length - 1])}` : "";
  return {
    stay: null,
    message: `Nothing here has the number ${wanted}: there are ${entitiesText(film)}${range}. ${alike.length ? "Did you mean" : "Nearest"}:`,
    choices: choices.map((each) => film.byId.get(each)[0]),
  };
}

/** A name that no entity has: names that contain it are offered, or else some names. */
function missingName(film, wanted) {
  const named = [...film.byId.values()].map(([stay]) => stay).filter((stay) => stay.name);
  const alike = named.filter((stay) => stay.name.toLowerCase().includes(wanted.toLowerCase()));
  const choices = (alike.length ? alike : named).slice(0, SUGGESTED);
  const offer = alike.length ? "Did you mean" : named.length ? "Names" : "Nothing here has a name; type a number";
  return { stay: null, message: `Nothing here is called “${cut(wanted, 40)}”. ${offer}${choices.length ? ":" : "."}`, choices };
}

