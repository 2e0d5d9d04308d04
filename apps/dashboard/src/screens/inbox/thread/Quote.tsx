import type { Message } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { kindLabel } from "../message-kinds.ts";

/** What a message answers, in its bubble; `quoted` null: it is not loaded. */
export function Quote({ quoted, contactName, onOpen }: { quoted: Message | null; contactName: string; onOpen(): void }) {
  const { t } = useI18n();
  const who = quoted === null ? null : quoted.direction === "inbound" ? contactName : t("message.you");
  return (
    <button type="button" className="quote" onClick={onOpen}>
      {who !== null && (
        <b>
          <bdi>{who}</bdi>
        </b>
      )}
      <span className="line-clamp-2" dir="auto">
        {quoted === null ? t("message.quoted.gone") : (quoted.text ?? t(kindLabel(quoted)))}
      </span>
      <span className="sr-only">{t("message.quoted")}</span>
    </button>
  );
}
