/** One client's network: an IPv6 client can use a whole /64. A closed connection has no address. */
export function networkOf(address: string | undefined): string {
  const plain = ((address ?? "").split("%", 1)[0] as string).replace(/^::ffff:(?=\d+\.)/i, "");
  if (!plain.includes(":")) return plain;
  const [head = "", tail] = plain.split("::", 2);
  const groups = (part: string) => part.split(":").filter((group) => group !== "");
  const [first, last] = [groups(head), groups(tail ?? "")];
  const whole = tail === undefined ? first : [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill("0"), ...last];
  return whole
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ""))
    .join(":");
}
