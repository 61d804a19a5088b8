// Files inside a page: base64 of gzip, as metasched.html has them.

/** What a text of base64 and gzip holds, as an answer like that of fetch. */
export function unpacked(base64, type = "text/plain") {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i += 1) bytes[i] = text.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream, { headers: { "Content-Type": type } });
}
