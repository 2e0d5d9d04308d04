import { Hourglass } from "lucide-react";
import type { SendOptions } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";

/** Why no free text can be sent, in the server's word. */
export function ClosedNotice({ reason }: { reason: SendOptions["reason"] }) {
  const { t } = useI18n();
  return (
    <div className="notice mx-2 mt-2" role="status">
      <Hourglass className="icon" aria-hidden />
      <span>{t(reason === null ? "composer.closed.window_closed" : `composer.closed.${reason}`)}</span>
    </div>
  );
}
