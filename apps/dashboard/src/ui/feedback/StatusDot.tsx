import { classes } from "../lib/classes.ts";

export type DotTone = "plain" | "ok" | "warn" | "bad" | "info" | "accent" | "bot" | "off";

/** A dot next to a word; on its own it needs a label. */
export function StatusDot({ tone = "plain", label }: { tone?: DotTone; label?: string }) {
  const className = classes("dot", tone !== "plain" && tone);
  return label === undefined ? <span className={className} aria-hidden /> : <span className={className} role="img" aria-label={label} />;
}
