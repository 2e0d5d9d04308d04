/** Whether a brand's colours are readable (WCAG 2.2, 1.4.3), and the nearest ones that are. The server refuses the others. Pure. */
import type { BrandColors } from "@parley/sdk";

export type ColorName = keyof BrandColors;
export const contrastMin = 4.5;
const steps = 64;

// dashboard-rules: the texts and surfaces of the previewed pages, which the server judges against
export const pageText = "#1a1d21";
// dashboard-rules: as above
const [white, black] = ["#ffffff", "#000000"] as const;

type Channels = [number, number, number];
const channels = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as Channels;
const hexOf = (values: readonly number[]) => `#${values.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;

function luminance(color: string): number {
  const [r, g, b] = channels(color).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Channels;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** 1 (the same) to 21 (black and white). */
export function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** `share` 0: `from`; 1: `to`. */
export function mix(from: string, to: string, share: number): string {
  const end = channels(to);
  return hexOf(channels(from).map((value, at) => value + ((end[at] as number) - value) * share));
}

/** The colour, or the nearest to it, darker or lighter, that is readable against the other. */
export function readable(color: string, against: string): string {
  const found = [white, black].flatMap((towards) => {
    for (let step = 0; step <= steps; step++) {
      const mixed = mix(color, towards, step / steps);
      if (contrast(mixed, against) >= contrastMin) return [{ step, mixed }];
    }
    return [];
  });
  return found.sort((a, b) => a.step - b.step)[0]?.mixed ?? color;
}

export interface ColorFinding {
  ratio: number;
  /** The nearest readable colour; null: this one is readable. */
  nearest: string | null;
}

/** What each colour is judged against: its text, the background, our own text. */
export function judge(colors: BrandColors): Record<ColorName, ColorFinding> {
  const finding = (color: string, against: string): ColorFinding => {
    const ratio = contrast(color, against);
    return { ratio, nearest: ratio >= contrastMin ? null : readable(color, against) };
  };
  return {
    // Its text is what gets adjusted, because the primary colour is the brand.
    primary: { ratio: contrast(colors.primary, colors.onPrimary), nearest: null },
    onPrimary: finding(colors.onPrimary, colors.primary),
    accent: finding(colors.accent, colors.background),
    background: finding(colors.background, pageText),
  };
}

/** The colours, with unreadable ones replaced by the nearest readable ones. */
export function withReadableColors(colors: BrandColors): BrandColors {
  const background = judge(colors).background.nearest ?? colors.background;
  const { onPrimary, accent } = judge({ ...colors, background });
  return { ...colors, background, onPrimary: onPrimary.nearest ?? colors.onPrimary, accent: accent.nearest ?? colors.accent };
}

/** The tokens that a brand sets, for the preview only. */
export function brandTokens(colors: BrandColors): Record<`--${string}`, string> {
  const { primary, onPrimary, accent, background } = withReadableColors(colors);
  return {
    "--primary": primary,
    "--primary-hover": mix(primary, pageText, 0.15),
    "--on-primary": onPrimary,
    "--canvas": background,
    "--accent": accent,
    "--accent-text": readable(accent, white),
    "--on-accent": readable(white, accent),
    "--accent-soft": mix(accent, white, 0.92),
    "--accent-soft-2": mix(accent, white, 0.84),
    "--accent-line": mix(accent, white, 0.5),
    "--bubble-out": mix(accent, white, 0.86),
  };
}
