import { Download, FileText, ImageOff } from "lucide-react";
import type { MessageMedia } from "@parley/sdk";
import { useI18n } from "../../../../i18n/i18n.tsx";
import { VoicePlayer } from "./VoicePlayer.tsx";

interface Props {
  media: MessageMedia;
  onOpen(media: MessageMedia): void;
}

/** A message's file, of any kind and status. */
export function MediaBody({ media, onOpen }: Props) {
  const { t, format } = useI18n();
  if (media.status === "pending")
    return (
      <div className="media-wait" aria-busy>
        <span className="skeleton media-wait-picture" />
        <span className="text-12 text-text-2">
          {media.sizeBytes === null ? t("message.media.pending") : t("message.media.pendingSize", { size: format.bytes(media.sizeBytes) })}
        </span>
      </div>
    );
  if (media.status !== "stored")
    return (
      <div className="flex items-center gap-2 px-2 py-1">
        <ImageOff className="icon" aria-hidden />
        <span>{t(media.status === "expired" ? "message.media.expired" : "message.media.failed")}</span>
      </div>
    );
  switch (media.kind) {
    case "image":
    case "sticker":
      return (
        <button
          type="button"
          className={media.kind === "sticker" ? "picture sticker" : "picture"}
          aria-label={t(media.kind === "sticker" ? "message.sticker" : "message.image.open")}
          onClick={() => onOpen(media)}
        >
          <img className="pic" src={media.url} alt="" loading="lazy" decoding="async" />
        </button>
      );
    case "video":
      return (
        // biome-ignore lint/a11y/useMediaCaption: a customer's own video has no captions
        <video className="pic" src={media.url} controls preload="metadata" aria-label={t("message.video")} />
      );
    case "audio":
      return <VoicePlayer url={media.url} label={t(media.voice === true ? "message.voice" : "message.audio")} />;
    case "document":
      return <DocumentBody media={media} />;
  }
}

function DocumentBody({ media }: { media: MessageMedia }) {
  const { t, format } = useI18n();
  const name = media.filename ?? t("message.document");
  return (
    <a className="document" href={media.url} download={name} title={t("message.download", { name })}>
      <span className="document-glyph">
        <FileText className="icon" aria-hidden />
      </span>
      <span className="min-w-0 grow">
        <span className="block" dir="auto">
          {name}
        </span>
        {media.sizeBytes !== null && <span className="text-12 text-text-2">{format.bytes(media.sizeBytes)}</span>}
      </span>
      <Download className="icon" aria-hidden />
    </a>
  );
}
