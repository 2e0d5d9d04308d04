import { crc32, deflateSync } from "node:zlib";
import { melody } from "./sample-sound.ts";
import { film } from "./sample-video.ts";
import type { PhoneSample } from "./types.ts";

/** Media that every phone can send: generated here, so that the repository contains no binary files. */
export interface Sample {
  id: string;
  label: string;
  kind: "image" | "video" | "audio" | "document";
  mimeType: string;
  name: string;
  bytes(): Buffer;
}

type Colour = readonly [red: number, green: number, blue: number];
type Painter = (x: number, y: number) => Colour;

const WIDTH = 480;
const HEIGHT = 360;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

/** A PNG of 8-bit RGB; the painter gets x from 0 to 480 and y from 0 to 360. */
function png(paint: Painter): Buffer {
  const rows = Buffer.alloc((WIDTH * 3 + 1) * HEIGHT);
  for (let y = 0; y < HEIGHT; y++) {
    const start = y * (WIDTH * 3 + 1) + 1;
    for (let x = 0; x < WIDTH; x++) rows.set(paint(x, y), start + x * 3);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", deflateSync(rows, { level: 9 })), chunk("IEND", Buffer.alloc(0))]);
}

const mix = (a: Colour, b: Colour, part: number): Colour => [
  Math.round(a[0] + (b[0] - a[0]) * part),
  Math.round(a[1] + (b[1] - a[1]) * part),
  Math.round(a[2] + (b[2] - a[2]) * part),
];
const within = (x: number, y: number, left: number, top: number, width: number, height: number): boolean =>
  x >= left && x < left + width && y >= top && y < top + height;

/** An evening by the sea, with the sun at the given height. */
function sunset(x: number, y: number, sun = 205): Colour {
  const distance = Math.hypot(x - 240, y - sun);
  if (y < 235) {
    if (distance < 54) return mix([255, 244, 214], [255, 214, 140], distance / 54);
    const sky = y < 120 ? mix([64, 60, 120], [224, 120, 130], y / 120) : mix([224, 120, 130], [252, 186, 122], (y - 120) / 115);
    return mix([255, 220, 160], sky, Math.min(1, (distance - 54) / 120));
  }
  const depth = (y - 235) / 125;
  const ripple = Math.sin(y * (0.9 - depth * 0.55)) > 0.35 && Math.abs(x - 240) < 26 + depth * 90 + Math.sin(y * 1.7) * 14;
  return ripple ? mix([255, 214, 150], [214, 140, 130], depth) : mix([150, 96, 124], [36, 44, 84], depth);
}

/** A parcel on a table, one corner crushed. */
function parcel(x: number, y: number): Colour {
  const dent = x - 330 + (120 - y) * 0.9;
  const onBox = within(x, y, 120, 95, 240, 195) && !(dent > 0 && y < 160);
  if (!onBox) {
    if (y > 262) return within(x, y, 100, 262, 290, 42) ? [120, 84, 60] : mix([166, 122, 88], [136, 96, 68], (y - 262) / 98);
    return mix([226, 230, 232], [202, 208, 212], y / 262);
  }
  if (dent > -7 && y < 165) return [128, 88, 50];
  if (within(x, y, 218, 95, 44, 195)) return [226, 205, 160];
  if (within(x, y, 140, 205, 66, 52)) return (x + y * 3) % 9 < 2 || y > 244 ? [60, 60, 60] : [246, 246, 242];
  return mix([204, 156, 100], [176, 128, 78], (y - 95) / 195);
}

/** A receipt. */
function receipt(x: number, y: number): Colour {
  const zigzag = Math.abs(((x + 6) % 16) - 8);
  if (!within(x, y, 150, 24, 180, 304 - zigzag)) return mix([84, 96, 110], [58, 68, 80], (x + y) / 840);
  if (y > 262 && y < 306 && x > 174 && x < 306) return Math.sin(x * 1.9) + Math.sin(x * 0.53) > 0.1 ? [40, 40, 44] : [250, 249, 245];
  const line = Math.floor((y - 64) / 22);
  const inLine = y > 64 && y < 250 && (y - 64) % 22 < 7;
  if (inLine && x > 172 && x < 172 + 40 + ((line * 37) % 50)) return [120, 122, 126];
  if (inLine && x > 274 && x < 308) return line === 7 ? [40, 40, 44] : [150, 152, 156];
  if (within(x, y, 196, 40, 88, 11)) return [50, 52, 58];
  return [250, 249, 245];
}

/** A face on a plain background. */
function smile(x: number, y: number): Colour {
  const distance = Math.hypot(x - 240, y - 180);
  if (distance > 130) return [37, 39, 46];
  if (distance > 120) return [168, 112, 0];
  if (Math.hypot((x - 195) * 1.4, y - 150) < 20 || Math.hypot((x - 285) * 1.4, y - 150) < 20) return [70, 45, 10];
  const mouth = Math.hypot(x - 240, y - 185);
  if (y > 200 && mouth > 58 && mouth < 72) return [70, 45, 10];
  return mix([255, 222, 92], [246, 178, 40], distance / 130);
}

/** One page of text. The table at the end contains byte offsets, hence the sums. */
function pdf(lines: readonly string[]): Buffer {
  const text = lines.map((line, at) => `BT /F1 ${at === 0 ? 20 : 12} Tf 56 ${780 - at * 26} Td (${line}) Tj ET`).join("\n");
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
    `<</Length ${text.length}>>stream\n${text}\nendstream`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
  ];
  let out = "%PDF-1.4\n";
  const offsets = objects.map((object, at) => {
    const offset = out.length;
    out += `${at + 1} 0 obj${object}endobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const table = out.length;
  out += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(out, "latin1");
}

function memoize(make: () => Buffer): () => Buffer {
  let bytes: Buffer | undefined;
  return () => (bytes ??= make());
}

const image = (id: string, label: string, paint: Painter): Sample => ({
  id,
  label,
  kind: "image",
  mimeType: "image/png",
  name: `${id}.png`,
  bytes: memoize(() => png(paint)),
});

const FILM = { width: 192, height: 144, frames: 20, frameMs: 150 };

const SAMPLES: readonly Sample[] = [
  image("parcel", "Damaged parcel", parcel),
  image("receipt", "Receipt", receipt),
  image("sunset", "Sunset", sunset),
  image("smile", "Smile", smile),
  {
    id: "order",
    label: "Order form (PDF)",
    kind: "document",
    mimeType: "application/pdf",
    name: "order-4711.pdf",
    bytes: memoize(() => pdf(["Order 4711", "1 x Blue jacket, size M", "1 x Wool scarf", "Please deliver on Friday."])),
  },
  {
    id: "clip",
    label: "Video",
    kind: "video",
    mimeType: "video/mp4",
    name: "evening.mp4",
    bytes: memoize(() => film(FILM, (x, y, frame) => sunset(x * 2.5, y * 2.5, 90 + frame * 7))),
  },
  {
    id: "voice",
    label: "Voice message",
    kind: "audio",
    mimeType: "audio/wav",
    name: "voice.wav",
    bytes: memoize(() => melody([392, 440, 494, 587, 494, 392].map((hertz) => ({ hertz, ms: 350 })))),
  },
];

export function sampleOf(id: string): Sample {
  const sample = SAMPLES.find((known) => known.id === id);
  if (sample === undefined) throw new Error(`there is no sample ${JSON.stringify(id)}`);
  return sample;
}

/** As a phone offers them. */
export const offered = (...ids: string[]): PhoneSample[] => ids.map(sampleOf).map(({ id, label, kind }) => ({ id, label, kind }));
