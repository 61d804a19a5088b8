// The page's own decompressor on the packed program, whole and broken. (xtask/src/pack.rs packs other contents for it.)

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { unpack } from "../../www/unpack.mjs";

const DIST = process.env.METASCHED_DIST ?? fileURLToPath(new URL("../../dist", import.meta.url));
const name = readdirSync(DIST).find((file) => /^page-.*\.bin$/.test(file));
const packed = new Uint8Array(readFileSync(join(DIST, name)));

/** The packed program with a change to it, or some other bytes. */
const changed = (change) => {
  const copy = packed.slice();
  return change(copy) ?? copy;
};
const refused = (bytes, reason) =>
  assert.throws(() => unpack(bytes), { message: new RegExp(`^The packed program cannot be read: .*${reason}`) });

test("the packed program is a program", () => {
  const begin = performance.now();
  const program = unpack(packed);
  console.log(`${packed.length} bytes unpacked to ${program.length} in ${Math.round(performance.now() - begin)} ms`);
  assert.ok(WebAssembly.validate(program));
});

test("bytes that lie within others are found there", () => {
  const around = new Uint8Array(packed.length + 10).fill(255);
  around.set(packed, 7);
  assert.ok(WebAssembly.validate(unpack(around.subarray(7, 7 + packed.length))));
});

test("a file that is cut off or too long is refused", () => {
  for (const length of [0, 1, 12, 17]) refused(packed.subarray(0, length), `only ${length} bytes`);
  for (const length of [18, 19, 1000, packed.length >> 1, packed.length - 30]) {
    refused(packed.subarray(0, length), "it ends after \\d+ of \\d+ unpacked bytes");
  }
  for (let missing = 1; missing < 6; missing += 1) refused(packed.subarray(0, packed.length - missing), "");
  refused(new Uint8Array([...packed, 0]), "damaged");
});

test("one wrong byte is noticed wherever it is", () => {
  for (let at = 13; at < packed.length; at += 1 + (at >> 2)) refused(changed((bytes) => void (bytes[at] ^= 0x10)), "");
  for (let back = 1; back < 6; back += 1) refused(changed((bytes) => void (bytes[bytes.length - back] ^= 1)), "damaged");
});

test("a wrong header takes no memory", () => {
  refused(changed((bytes) => void (bytes[0] = 225)), "begins like no .lzma file");
  refused(changed((bytes) => void (bytes[8] = 1)), "unpacked it would have \\d+ bytes, more than 16777216");
  refused(changed((bytes) => void bytes.fill(255, 5, 13)), "unpacked it would have");
  refused(changed((bytes) => void (bytes[5] ^= 1)), "");
  refused(new TextEncoder().encode("<!doctype html><html><title>404"), "begins like no .lzma file");
  refused(new Uint8Array(1000), "");
});
