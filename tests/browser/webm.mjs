// A film as a file: coded frames in the container WebM (https://www.webmproject.org/docs/container), without sound.

const number = (value, length) => {
  const bytes = Buffer.alloc(length);
  bytes.writeUIntBE(value, 0, length);
  return bytes;
};

/** An element: its id, its length in eight bytes, and its content. */
function element(id, ...content) {
  const body = Buffer.concat(content.map((own) => (typeof own === "string" ? Buffer.from(own) : own)));
  const length = number(body.length, 6);
  return Buffer.concat([Buffer.from(id, "hex"), Buffer.from([0x01, 0x00]), length, body]);
}

const integer = (id, value) => element(id, number(value, 4));

function float(id, value) {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return element(id, bytes);
}

/** The file of frames `{ isKey, data }` in VP9, of which the first stands alone. A film lasts at most 30 s, so it is one cluster. */
export function webm(frames, { width, height, rate }) {
  const program = "metasched";
  const head = element("1A45DFA3", integer("4286", 1), integer("42F7", 1), integer("42F2", 4), integer("42F3", 8), element("4282", "webm"), integer("4287", 2), integer("4285", 2));
  const info = element("1549A966", integer("2AD7B1", 1_000_000), float("4489", (frames.length * 1000) / rate), element("4D80", program), element("5741", program));
  const picture = element("E0", integer("B0", width), integer("BA", height));
  const track = element("AE", integer("D7", 1), integer("73C5", 1), integer("83", 1), element("86", "V_VP9"), picture);
  const block = ({ isKey, data }, at) => element("A3", Buffer.from([0x81]), number(Math.round((at * 1000) / rate), 2), Buffer.from([isKey ? 0x80 : 0]), data);
  const cluster = element("1F43B675", integer("E7", 0), ...frames.map(block));
  return Buffer.concat([head, element("18538067", info, element("1654AE6B", track), cluster)]);
}
