/** `evt_01kc…8f2c`: the prefix, the start, the end. */
export function shorten(text: string, ends = 4): string {
  const start = text.lastIndexOf("_") + 1 + ends;
  return text.length <= start + ends + 1 ? text : `${text.slice(0, start)}…${text.slice(-ends)}`;
}
