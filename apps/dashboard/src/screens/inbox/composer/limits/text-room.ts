/** How long a text may be. Counts as the server does: code points, and bytes of UTF-8. Pure. */

export interface TextMax {
  textCharactersMax?: number | undefined;
  textBytesMax?: number | undefined;
}

/** The room is shown once this share of a limit is used. */
const usedShare = 0.9;
/** Of UTF-8, per unit of a JavaScript string. */
const bytesPerUnitMax = 3;
const encoder = new TextEncoder();

/**
 * The characters that still fit, once there are few; negative: so many too many; null: plenty. Where bytes are limited, those that fit are
 * estimated from the text's other characters, and those that are too many are counted from its end.
 */
export function textRoom(text: string, { textCharactersMax = Infinity, textBytesMax = Infinity }: TextMax): number | null {
  const units = text.length;
  if (units <= textCharactersMax * usedShare && units * bytesPerUnitMax <= textBytesMax * usedShare) return null;
  const characters = [...text];
  const bytes = encoder.encode(text).length;
  if (characters.length <= textCharactersMax * usedShare && bytes <= textBytesMax * usedShare) return null;
  return Math.min(textCharactersMax - characters.length, roomInBytes(characters, bytes, textBytesMax));
}

function roomInBytes(characters: readonly string[], bytes: number, max: number): number {
  if (bytes <= max) return Math.floor(((max - bytes) * characters.length) / bytes);
  let over = bytes - max;
  let tooMany = 0;
  while (over > 0) {
    tooMany += 1;
    over -= encoder.encode(characters.at(-tooMany)).length;
  }
  return -tooMany;
}

/** By code points. */
export function isLonger(text: string, charactersMax: number | undefined): boolean {
  return charactersMax !== undefined && text.length > charactersMax && [...text].length > charactersMax;
}
