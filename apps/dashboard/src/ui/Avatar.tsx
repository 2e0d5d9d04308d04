import { type ReactNode, useState } from "react";
import { useI18n } from "../i18n/i18n.tsx";
import { classes } from "./lib/classes.ts";
import { hueOf, initialsOf } from "./lib/initials.ts";

export type Presence = "online" | "away" | "offline";

interface AvatarProps {
  /** Determines the hue: the same person has the same hue everywhere. */
  id: string;
  name: string | null | undefined;
  imageUrl?: string | null;
  size?: 16 | 18 | 20 | 24 | 32 | 36 | 44 | 56;
  /** For a company. */
  squared?: boolean;
  /** In the lower corner: a channel's glyph. */
  badge?: ReactNode;
  presence?: Presence;
}

const presenceClass: Readonly<Record<Presence, string>> = { online: "", away: "away", offline: "off" };

/** A picture or initials. The name is next to it, so screen readers get only the presence. */
export function Avatar({ id, name, imageUrl, size = 24, squared = false, badge, presence }: AvatarProps) {
  const { t } = useI18n();
  // A picture that cannot be loaded is replaced by the initials.
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
