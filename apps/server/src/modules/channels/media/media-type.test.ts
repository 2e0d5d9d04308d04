import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { leastCpuMsOf } from "../../../../test/cpu-time.ts";
import { kindOf, servedAs, sniffType, typeAs } from "./media-type.ts";

const box = (brand: string) => Buffer.concat([Buffer.from([0, 0, 0, 32]), Buffer.from(`ftyp${brand}\0\0\0\0isommp41........`)]);
const cfb = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(600)]);
const riff = (form: string) => Buffer.concat([Buffer.from(`RIFF\x10\0\0\0${form}`), Buffer.alloc(40)]);

/** [what, bytes, name, type, kind, served as] */
const cases: [string, Buffer, string | null, string, string, string][] = [
  ["a JPEG", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), "x.png", "image/jpeg", "image", "inline image/jpeg"],
  ["a WebP", riff("WEBPVP8L"), null, "image/webp", "image", "inline image/webp"],
  [
    "a voice note",
    Buffer.concat([Buffer.from("OggS\0\x02"), Buffer.alloc(22), Buffer.from("OpusHead")]),
    null,
    "audio/ogg",
    "audio",
    "inline audio/ogg",
  ],
  ["an M4A", box("M4A "), null, "audio/mp4", "audio", "inline audio/mp4"],
  ["an MP4", box("isom"), null, "video/mp4", "video", "inline video/mp4"],
  ["an AVI", riff("AVI LIST"), null, "video/x-msvideo", "video", "inline video/x-msvideo"],
  ["a WAV", riff("WAVEfmt "), null, "audio/wav", "audio", "inline audio/wav"],
  ["a PDF", Buffer.from("%PDF-1.7\n%"), "a.pdf", "application/pdf", "document", "attachment application/pdf"],
  ["an old Word file", cfb, "letter.DOC", "application/msword", "document", "attachment application/msword"],
  ["an old Office file without a name", cfb, null, "application/x-cfb", "document", "attachment application/octet-stream"],
  ["plain text", Buffer.from("Hello, wörld\n"), "a.txt", "text/plain", "document", "attachment text/plain; charset=utf-8"],
  ["a table", Buffer.from("a,b\n1,2"), "t.csv", "text/csv", "document", "attachment text/csv; charset=utf-8"],
  [
    "text that is cut within a character",
    Buffer.from("é").subarray(0, 1),
    null,
    "text/plain",
    "document",
    "attachment text/plain; charset=utf-8",
  ],
  ["HTML", Buffer.from("<!DOCTYPE html><html>"), null, "text/html", "document", "attachment application/octet-stream"],
  [
    "HTML called a picture",
    Buffer.from("\ufeff \n<!-- x --><script>alert(1)</script>"),
    "cat.png",
    "text/html",
    "document",
    "attachment application/octet-stream",
  ],
  [
    "SVG",
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg">'),
    "a.png",
    "image/svg+xml",
    "document",
    "attachment application/octet-stream",
  ],
  [
    "SVG behind an XML head",
    Buffer.from('<?xml version="1.0"?><svg>'),
    null,
    "application/xml",
    "document",
    "attachment application/octet-stream",
  ],
  ["a script by its name", Buffer.from("alert(1)"), "a.js", "text/plain", "document", "attachment application/octet-stream"],
  ["noise", Buffer.from([1, 2, 3, 0, 255, 254]), null, "application/octet-stream", "document", "attachment application/octet-stream"],
];

describe("the type of a content", () => {
  for (const [what, bytes, name, type, kind, served] of cases) {
    it(`${what} is ${type}`, async () => {
      const found = await sniffType(bytes, name);
      assert.equal(found, type);
      assert.equal(kindOf(found), kind);
      const { disposition, contentType } = servedAs(found, name);
      assert.equal(`${disposition} ${contentType}`, served);
    });
  }

  it("fits some kinds and not others", () => {
    const table: [Parameters<typeof typeAs>[0], string, string | null][] = [
      ["image", "image/png", "image/png"],
      ["image", "image/svg+xml", null],
      ["image", "application/pdf", null],
      ["sticker", "image/webp", "image/webp"],
      ["sticker", "image/jpeg", null],
      ["audio", "video/mp4", "audio/mp4"],
      ["audio", "image/png", null],
      ["video", "audio/mp4", null],
      ["document", "image/png", "image/png"],
      ["document", "text/html", "text/html"],
    ];
    for (const [kind, type, expected] of table) assert.equal(typeAs(kind, type), expected, `${type} as ${kind}`);
  });
});

describe("text that looks like the start of a page", () => {
  const heads: [string, string, string][] = [
    ["empty comments and nothing", "<!---->".repeat(24), "text/plain"],
    ["empty comments and a page", `${"<!---->".repeat(600)}<html>`, "text/html"],
    ["comments that never end", "<!--".repeat(1_000), "text/plain"],
    ["declarations that never end", `${"\n".repeat(10)}x${"<?xml ".repeat(600)}`, "text/plain"],
    ["spaces", `x${" ".repeat(4_000)}`, "text/plain"],
  ];
  for (const [what, text, type] of heads)
    it(`is classified in linear time: ${what}`, async () => {
      const ms = await leastCpuMsOf(100, async () => assert.equal(await sniffType(Buffer.from(text), null), type));
      assert.ok(ms < 100, `${ms} ms`);
    });
});
