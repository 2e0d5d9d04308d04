import { type LucideIcon, X } from "lucide-react";
import type { ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { classes } from "./lib/classes.ts";
import type { Hue } from "./lib/initials.ts";

export type { Hue } from "./lib/initials.ts";

export type ChipTone = "plain" | "ok" | "warn" | "bad" | "info" | "accent" | "bot" | "line";

interface ChipProps {
  children: ReactNode;
  tone?: ChipTone;
  hue?: Hue;
  icon?: LucideIcon;
  size?: "normal" | "large";
  className?: string;
  title?: string;
}

/** A state as a word. The colour only repeats the word. */
export function Chip({ children, tone = "plain", hue, icon: Icon, size, className, title }: ChipProps) {
  return (
    <span
      className={classes("chip", tone !== "plain" && tone, hue !== undefined && `hue-${hue}`, size === "large" && "lg", className)}
      {...(title === undefined ? {} : { title })}
    >
      {Icon !== undefined && <Icon className="icon icon-12" aria-hidden />}
      <span className="cut">{children}</span>
    </span>
  );
}

/** A label: a dot and a word. */
export function Label({ children, hue }: { children: ReactNode; hue: Hue }) {
  return (
    <span className="label">
      <i className={`hue-${hue}`} aria-hidden />
      <bdi>{children}</bdi>
    </span>
  );
}

interface TagProps {
  children: ReactNode;
  icon?: LucideIcon;
  /** After the name, such as a file's size. */
  detail?: string;
  /** Read by screen readers: "Remove vip". With it the tag can be removed. */
  removeLabel?: string;
  onRemove?: () => void;
}

/** A tag: outlined; with `onRemove` it can be removed. */
export function Tag({ children, icon: Icon, detail, removeLabel, onRemove }: TagProps) {
  return (
    <span className={classes("chip line tag", onRemove !== undefined && "removable")}>
      {Icon !== undefined && <Icon className="icon icon-12" aria-hidden />}
      <bdi className="cut">{children}</bdi>
      {detail !== undefined && <span className="text-text-3">{detail}</span>}
      {onRemove !== undefined && (
        <AriaButton className="tag-remove" aria-label={removeLabel ?? ""} onPress={onRemove}>
          <X className="icon icon-12" aria-hidden />
        </AriaButton>
      )}
    </span>
  );
}
