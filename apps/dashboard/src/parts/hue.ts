import type { Hue } from "../ui/Chip.tsx";

/** The eight hues of the design, as angles of OKLCH. */
const angles = [25, 62, 118, 160, 212, 264, 305, 352] as const;
/** The stored colours of labels and stages: #rrggbb for each of the eight hues. */
export const hueColors = ["#c0504d", "#c67c2e", "#7f8f2a", "#1f9d68", "#1f8fa8", "#3b6fd6", "#8a5bc7", "#c24b86"] as const;

/** The nearest of the eight hues to a stored colour; the sixth for a grey or none. */
export function hueOfColor(color: string | null | undefined): Hue {
  if (color == null || !/^#[0-9a-f]{6}$/i.test(color)) return 6;
  const known = hueColors.indexOf(color.toLowerCase() as (typeof hueColors)[number]);
  if (known !== -1) return (known + 1) as Hue;
  const angle = angleOf(color);
  if (angle === null) return 6;
  let best = 0;
  for (let at = 1; at < angles.length; at++) if (apart(angles[at] ?? 0, angle) < apart(angles[best] ?? 0, angle)) best = at;
  return (best + 1) as Hue;
}

function apart(a: number, b: number): number {
  const between = Math.abs(a - b) % 360;
  return Math.min(between, 360 - between);
}

/** The angle in OKLCH; null for a grey. Björn Ottosson's matrices (https://bottosson.github.io/posts/oklab/, read 2026-11-25). */
function angleOf(color: string): number | null {
  const linear = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const [red = 0, green = 0, blue = 0] = linear;
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  if (Math.hypot(a, b) < 0.03) return null;
  return ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
}
