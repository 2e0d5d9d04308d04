import { Hourglass } from "lucide-react";
import type { SendOptions } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";

/** Why no free text can be sent, with the server's reason, and that the typed text is not lost. */
export function ClosedNotice({ reason, keptText }: { reason: SendOptions["reason"]; keptText: boolean }) {
  const { t } = useI18n();
  return (
    <div className="notice mx-2 mt-2" role="status">
      <Hourglass className="icon" aria-hidden />
      <span>
        {t(reason === null ? "composer.closed.window_closed" : `composer.closed.${reason}`)}
        {keptText && <span className="block">{t("composer.closed.kept")}</span>}
      </span>
    </div>
  );
}
