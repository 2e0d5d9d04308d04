import { type ReactNode, useState } from "react";
import { useI18n } from "../i18n/i18n.tsx";
import type { Hue } from "./Chip.tsx";
import { classes } from "./classes.ts";

export type Presence = "online" | "away" | "offline";

interface AvatarProps {
  /** What the hue is made of: the same person has the same everywhere. */
  id: string;
  name: string | null | undefined;
  imageUrl?: string | null;
  size?: 16 | 18 | 20 | 24 | 32 | 36 | 44 | 56;
  /** A company. */
  squared?: boolean;
  /** In the lower corner: a channel's glyph. */
  badge?: ReactNode;
  presence?: Presence;
}

const presenceClass: Readonly<Record<Presence, string>> = { online: "", away: "away", offline: "off" };

/** A face or initials. The name stands beside it, so it is silent but for the presence. */
export function Avatar({ id, name, imageUrl, size = 24, squared = false, badge, presence }: AvatarProps) {
  const { t } = useI18n();
  // A picture that cannot be had gives way to the initials.
  const [broken, setBroken] = useState<string | null>(null);
  const shown = imageUrl != null && imageUrl !== "" && imageUrl !== broken;
  return (
    <span className={classes("avatar", `avatar-${size}`, `hue-${hueOf(id)}`, squared && "squared")}>
      {shown ? (
        <img className="avatar-image" src={imageUrl} alt="" loading="lazy" decoding="async" onError={() => setBroken(imageUrl)} />
      ) : (
        <span aria-hidden>{initialsOf(name ?? "")}</span>
      )}
      {badge}
      {presence !== undefined && (
        <span className={classes("presence", presenceClass[presence])} role="img" aria-label={t(`ui.presence.${presence}`)} />
      )}
    </span>
  );
}

/** One of the eight hues, always the same one for an id (FNV-1a). */
export function hueOf(id: string): Hue {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  return (((hash >>> 0) % 8) + 1) as Hue;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Two letters: of the first and the last word. One in scripts without case, whose words are not shortened so; `?` without a letter. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const first = words[0];
  if (first === undefined) return "?";
  const letterOf = (word: string) => {
    for (const { segment } of segmenter.segment(word)) if (/[\p{L}\p{N}]/u.test(segment)) return segment;
    return "";
  };
  const letter = letterOf(first);
  if (/\p{L}/u.test(letter) && !/[\p{Lu}\p{Ll}\p{Lt}]/u.test(letter)) return letter;
  const last = words.length > 1 ? words[words.length - 1] : undefined;
  return (letter + (last === undefined ? "" : letterOf(last))).toLocaleUpperCase();
}
