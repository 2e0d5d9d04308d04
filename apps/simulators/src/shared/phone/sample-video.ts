/**
 * A video without a codec: H.264 baseline in which every block is stored uncompressed (I_PCM), in an MP4. Large for its
 * content, but every player can play it and the repository contains no binary file.
 */

type Colour = readonly [red: number, green: number, blue: number];

const BLOCK = 16;
const TIMESCALE = 1_000;

class Bits {
  readonly #bytes: number[] = [];
  #free = 0;

  put(value: number, count: number): this {
    for (let at = count - 1; at >= 0; at--) {
      if (this.#free === 0) {
        this.#bytes.push(0);
        this.#free = 8;
      }
      this.#free--;
      this.#bytes[this.#bytes.length - 1] = (this.#bytes.at(-1) as number) | (((value >> at) & 1) << this.#free);
    }
    return this;
  }

  /** Exponential-Golomb coding, which the standard uses for most numbers. */
  golomb(...values: number[]): this {
    for (const value of values) {
      const length = 32 - Math.clz32(value + 1);
      this.put(0, length - 1).put(value + 1, length);
    }
    return this;
  }

  /** Zeros up to a whole byte. */
  align(): this {
    this.#free = 0;
    return this;
  }

  /** A one and zeros: the end of a unit. */
  end(): Buffer {
    this.put(1, 1).align();
    return Buffer.from(this.#bytes);
  }

  get whole(): Buffer {
    return Buffer.from(this.#bytes);
  }
}

function parameterSets(width: number, height: number): { sequence: Buffer; picture: Buffer } {
  const sequence = new Bits()
    .put(0x67, 8)
    // Constrained baseline, level 3.
    .put(0x42c01e, 24)
    // Number, frame counter, picture order as stored, no references.
    .golomb(0, 0, 2, 0)
    .put(0, 1)
    .golomb(width / BLOCK - 1, height / BLOCK - 1)
    // Whole frames; 8x8 inference; neither cropping nor further parameters.
    .put(0b1100, 4);
  const picture = new Bits().put(0x68, 8).golomb(0, 0).put(0, 2).golomb(0, 0, 0).put(0, 3).golomb(0, 0, 0).put(0b100, 3);
  return { sequence: sequence.end(), picture: picture.end() };
}

/** Studio range: no byte is zero, so nothing looks like a start code. */
const luma = ([r, g, b]: Colour) => Math.round(16 + 0.257 * r + 0.504 * g + 0.098 * b);
const blueness = ([r, g, b]: Colour) => Math.round(128 - 0.148 * r - 0.291 * g + 0.439 * b);
const redness = ([r, g, b]: Colour) => Math.round(128 + 0.439 * r - 0.368 * g - 0.071 * b);

function frame(width: number, height: number, index: number, paint: (x: number, y: number) => Colour): Buffer {
  const parts: Buffer[] = [];
  // First block, intra slice, picture set; frame counter; two complete pictures in a row have different numbers; no filter.
  const head = new Bits()
    .put(0x65, 8)
    .golomb(0, 7, 0)
    .put(0, 4)
    .golomb(index % 2)
    .put(0, 2)
    .golomb(0, 1);
  parts.push(head.golomb(25).align().whole);
  const stored = new Bits().golomb(25).align().whole;
  for (let top = 0; top < height; top += BLOCK) {
    for (let left = 0; left < width; left += BLOCK) {
      if (top + left > 0) parts.push(stored);
      const block = Buffer.alloc(384);
      for (let y = 0; y < BLOCK; y++) {
        for (let x = 0; x < BLOCK; x++) {
          const colour = paint(left + x, top + y);
          block[y * BLOCK + x] = luma(colour);
          if (x % 2 === 1 || y % 2 === 1) continue;
          const at = 256 + (y / 2) * 8 + x / 2;
          block[at] = blueness(colour);
          block[at + 64] = redness(colour);
        }
      }
      parts.push(block);
    }
  }
  return Buffer.concat([...parts, Buffer.from([0x80])]);
}

const u16 = (...values: number[]) => Buffer.concat(values.map((value) => Buffer.from([value >> 8, value & 0xff])));
const u32 = (...values: number[]) => Buffer.concat(values.map((value) => u16(value >>> 16, value & 0xffff)));

function box(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, "latin1"), body]);
}

/** Width and height in whole blocks of 16; the painter gets x, y and the number of the frame. */
export function film(
  { width, height, frames, frameMs }: { width: number; height: number; frames: number; frameMs: number },
  paint: (x: number, y: number, frame: number) => Colour,
): Buffer {
  const pictures = Array.from({ length: frames }, (_, index) => {
    const unit = frame(width, height, index, (x, y) => paint(x, y, index));
    return Buffer.concat([u32(unit.length), unit]);
  });
  const { sequence, picture } = parameterSets(width, height);
  const duration = frames * frameMs;
  const matrix = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
  const resolution = u32(0x480000, 0x480000);
  const settings = box(
    "avcC",
    Buffer.from([1, 0x42, 0xc0, 0x1e, 0xff, 0xe1]),
    u16(sequence.length),
    sequence,
    Buffer.from([1]),
    u16(picture.length),
    picture,
  );
  const entry = box(
    "avc1",
    u32(0),
    u16(0, 1),
    u32(0, 0, 0, 0),
    u16(width, height),
    resolution,
    u32(0),
    u16(1),
    Buffer.alloc(32),
    u16(24, 0xffff),
    settings,
  );
  const start = box("ftyp", Buffer.from("isom", "latin1"), u32(512), Buffer.from("isomavc1", "latin1"));
  const head = (offset: number) =>
    box(
      "moov",
      box("mvhd", u32(0, 0, 0, TIMESCALE, duration, 0x10000), u16(0x100, 0), u32(0, 0), matrix, Buffer.alloc(24), u32(2)),
      box(
        "trak",
        box("tkhd", u32(3, 0, 0, 1, 0, duration, 0, 0), u16(0, 0, 0, 0), matrix, u32(width << 16, height << 16)),
        box(
          "mdia",
          box("mdhd", u32(0, 0, 0, TIMESCALE, duration), u16(0x55c4, 0)),
          box("hdlr", u32(0, 0), Buffer.from("vide", "latin1"), u32(0, 0, 0), Buffer.from("Film\0", "latin1")),
          box(
            "minf",
            box("vmhd", u32(1, 0, 0)),
            box("dinf", box("dref", u32(0, 1), box("url ", u32(1)))),
            box(
              "stbl",
              box("stsd", u32(0, 1), entry),
              box("stts", u32(0, 1, frames, frameMs)),
              box("stsc", u32(0, 1, 1, frames, 1)),
              box("stsz", u32(0, 0, frames, ...pictures.map(({ length }) => length))),
              box("stco", u32(0, 1, offset)),
            ),
          ),
        ),
      ),
    );
  return Buffer.concat([start, head(start.length + head(0).length + 8), box("mdat", ...pictures)]);
}
