// The built page as a static host serves it: plain files, gzipped, below a sub-path, under a content security policy.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize, resolve } from "node:path";
import { gzipSync } from "node:zlib";

// The policy that docs/deploy.md asks of a host: a browser that follows it runs nothing but the site's own files. The handbook has none.
const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";

/** Files with a hash in their names never change. */
const HASHED = /-[0-9a-f]{16}[._]/;

const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
};

/** Gzipped files by their paths: all servers have the same. */
const PACKED = new Map();

/**
 * Serves `folder` below `base` ("/some/where/") on a free port of this machine.
 *
 * `overrides` maps a file's name to what is served in its place: text, bytes, a function from the file's own bytes
 * to either, or `null` for a missing file. With it a test plays a half-updated or broken host, and with `close` one that is gone.
 * `own` are the headers of a site that is not the page.
 */
export async function serveFolder(folder, base, own = { "Content-Security-Policy": POLICY }) {
  const root = resolve(folder);
  const overrides = new Map();
  const requests = [];
  let isGone = false;
  let mayBeKept = true;

  async function content(name) {
    const own = async () => {
      const path = normalize(join(root, name));
      return path.startsWith(root) ? await readFile(path).catch(() => null) : null;
    };
    if (!overrides.has(name)) return own();
    const given = overrides.get(name);
    return typeof given === "function" ? given(await own()) : given;
  }

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    requests.push(pathname);
    const name = decodeURIComponent(pathname.slice(base.length)).replace(/(^|\/)$/, "$1index.html");
    const body = pathname.startsWith(base) ? await content(name) : null;
    if (body === null) {
      response.writeHead(404, { "Content-Type": "text/plain" }).end("no such file\n");
    } else {
      const type = TYPES[extname(name)] ?? "application/octet-stream";
      const policy = name.startsWith("handbook/") ? {} : own;
      // As docs/deploy.md asks of a host: a browser that has loaded such a file keeps it, and what it has compiled of it.
      const caching = mayBeKept && HASHED.test(name) ? "public, max-age=31536000, immutable" : "no-cache";
      const headers = { "Content-Type": type, "Cache-Control": caching, ...policy };
      if (overrides.has(name)) return response.writeHead(200, headers).end(body);
      const path = join(root, name);
      if (!PACKED.has(path)) PACKED.set(path, gzipSync(body, { level: 1 }));
      response.writeHead(200, { ...headers, "Content-Encoding": "gzip" }).end(PACKED.get(path));
    }
  });
  server.on("connection", (socket) => isGone && socket.destroy());
  await new Promise((done, failed) => server.once("error", failed).listen(0, "127.0.0.1", done));

  return {
    url: `http://127.0.0.1:${server.address().port}${base}`,
    /** Paths asked for so far. */
    requests,
    overrides,
    /** Answers nothing any more, and lets the process end. */
    close: () => {
      isGone = true;
      server.closeAllConnections();
      server.unref();
    },
    /** Answers as at first; a test that replaces files which browsers keep wants none to be kept. */
    restore: (keeps) => {
      server.closeAllConnections();
      isGone = false;
      mayBeKept = keeps;
      overrides.clear();
      requests.length = 0;
    },
  };
}
