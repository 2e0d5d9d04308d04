/** Colours as `#rrggbb`, and whether text on them is readable (WCAG 2.2, 1.4.3). */
export interface BrandColors {
  primary: string;
  /** Text on the primary colour. */
  onPrimary: string;
  /** Links and focus rings. */
  accent: string;
  background: string;
}

/** WCAG 2.2, level AA, for text of any size. */
export const contrastMin = 4.5;
export const textColor = "#1a1d21";
/** For pages in dark mode; the brand's own background applies only in light mode. */
export const darkBackground = "#14161a";
export const darkText = "#e8eaed";

function channels(color: string): [number, number, number] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as [number, number, number];
}

/** Relative luminance, 0 (black) to 1 (white). */
function luminance(color: string): number {
  const [r, g, b] = channels(color).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** 1 (the same) to 21 (black and white). */
export function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** Black or white, whichever is more readable; at least one reaches 4.58. */
export function readableOn(background: string): string {
  return contrast("#ffffff", background) >= contrast("#000000", background) ? "#ffffff" : "#000000";
}

/** The colour, or its nearest mix with black or white that is readable on a background. */
export function legible(color: string, background: string): string {
  const towards = channels(readableOn(background));
  const from = channels(color);
  for (let step = 0; step <= 20; step++) {
    const mixed = from.map((value, i) => Math.round(value + ((towards[i] as number) - value) * (step / 20)));
    const hex = `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
    if (contrast(hex, background) >= contrastMin) return hex;
  }
  return readableOn(background);
}
