import { Aperture, Clapperboard, type LucideIcon, MessageCircle, Phone } from "lucide-react";
import type { PlainKey } from "../i18n/catalogue.ts";
import { useI18n } from "../i18n/i18n.tsx";

/** Our own glyphs, not the platforms' logos. An unknown kind gets the first. */
const glyphs: Readonly<Record<string, { icon: LucideIcon; tone: string; label: PlainKey }>> = {
  chat_app: { icon: MessageCircle, tone: "", label: "channel.chatApp" },
  photo_social: { icon: Aperture, tone: "photo", label: "channel.photoSocial" },
  short_video: { icon: Clapperboard, tone: "video", label: "channel.shortVideo" },
  voice: { icon: Phone, tone: "voice", label: "channel.voice" },
};

/** The name of a kind of channel. */
export const channelLabel = (kind: string): PlainKey => glyphs[kind]?.label ?? "channel.other";

/** `silent`: hidden from screen readers, next to a text that says the same. */
export function ChannelGlyph({ kind, size, silent = false }: { kind: string; size?: "md" | "lg"; silent?: boolean }) {
  const { t } = useI18n();
  const { icon: Icon, tone } = glyphs[kind] ?? { icon: MessageCircle, tone: "" };
  const name = silent ? { "aria-hidden": true } : { role: "img", "aria-label": t(channelLabel(kind)) };
  return (
    <span className={`channel ${tone} ${size ?? ""}`} {...name}>
      <Icon className="icon" aria-hidden />
    </span>
  );
}
