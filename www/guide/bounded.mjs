// Texts of others, which are read up to a length.

/** Most bytes of a talk, packed or as a file: 1 MiB, as everywhere in the program. */
export const MOST_BYTES = 1 << 20;

/** What is said of a text that is longer. */
export class TooLong extends Error {}

/** The text of a stream of at most so many bytes. */
export async function bounded(stream) {
  const decoder = new TextDecoder();
  let [text, length] = ["", 0];
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    length += value.length;
    if (length > MOST_BYTES) {
      reader.cancel().catch(() => {});
      throw new TooLong();
    }
    text += decoder.decode(value, { stream: true });
  }
}
