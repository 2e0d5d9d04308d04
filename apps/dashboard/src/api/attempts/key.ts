/** 128 bits that begin with the time: rows of the same millisecond stay in order. */
export function createKey(now: number): string {
  const random = Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${now.toString(16).padStart(12, "0")}${random}`;
}
