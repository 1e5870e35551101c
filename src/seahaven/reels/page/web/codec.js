// The data of the page, unpacked. `packing.py` packs them, and says how.

/** The bytes behind a text in base 64. */
function bytesOf(text) {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
  return bytes;
}

/** What zlib has compressed. */
async function inflated(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * A column of whole numbers, in which entities begin at the rows `starts`.
 * Sums may run over 32 bits on the way; they come back, since what was packed fits.
 */
function unpacked(bytes, told, starts = [0]) {
  const { at, count, order, planes } = told;
  const values = new Int32Array(count);
  for (let plane = 0; plane < planes; plane++) {
    const from = at + plane * count;
    for (let i = 0; i < count; i++) values[i] |= bytes[from + i] << (8 * plane);
  }
  for (let i = 0; i < count; i++) values[i] = (values[i] >>> 1) ^ -(values[i] & 1);
  for (let round = 0; round < order; round++) {
    for (let k = 0; k < starts.length; k++) {
      const end = k + 1 < starts.length ? starts[k + 1] : count;
      for (let i = starts[k] + 1; i < end; i++) values[i] += values[i - 1];
    }
  }
  return values;
}
