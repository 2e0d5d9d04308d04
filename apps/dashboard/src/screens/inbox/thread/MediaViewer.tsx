import { Download, X } from "lucide-react";
import type { MessageMedia } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Dialog } from "../../../ui/overlays/Dialog.tsx";

/** One picture, as large as the window. */
export function MediaViewer({ media, onClose }: { media: MessageMedia; onClose(): void }) {
  const { t } = useI18n();
  const name = media.filename ?? t("message.image");
  return (
    <Dialog title={name} size="large" isOpen onOpenChange={(open) => !open && onClose()}>
      <div className="media-viewer">
        <img src={media.url} alt={name} />
      </div>
      <footer className="dialog-foot">
        <a className="btn" href={media.url} download={name}>
          <Download className="icon icon-14" aria-hidden />
          {t("message.download", { name })}
        </a>
        <button type="button" className="btn primary" onClick={onClose}>
          <X className="icon icon-14" aria-hidden />
          {t("common.close")}
        </button>
      </footer>
    </Dialog>
  );
}
