import { Hourglass } from "lucide-react";
import type { SendOptions } from "@parley/sdk";
import { whyNoText } from "../../../api/inbox/send-options.ts";
import type { PlainKey } from "../../../i18n/catalogue.ts";
import { useI18n } from "../../../i18n/i18n.tsx";

interface Props {
  options: SendOptions;
  keptText: boolean;
}

/** Why no free text can be sent, with what can be done, and that the typed text is not lost. */
export function ClosedNotice({ options, keptText }: Props) {
  const { t } = useI18n();
  return (
    <div className="notice mx-2 mt-2" role="status">
      <Hourglass className="icon" aria-hidden />
      <span>
        {t(noticeOf(options))}
        {keptText && <span className="block">{t("composer.closed.kept")}</span>}
      </span>
    </div>
  );
}

function noticeOf(options: SendOptions): PlainKey {
  const reason = whyNoText(options) ?? "window_closed";
  // A person may send whatever software may no longer send, so this is never the reason for them.
  if (reason === "human_agent_required" || reason === "window_closed")
    return options.limits.some(({ type }) => type === "template") ? "composer.closed.window_closed" : "composer.closed.customer_first";
  return `composer.closed.${reason}`;
}
