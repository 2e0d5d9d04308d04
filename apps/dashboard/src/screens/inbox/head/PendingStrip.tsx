import { AlarmClock, AlarmClockOff, Clock } from "lucide-react";
import type { Conversation } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { dayAndTime } from "../../../i18n/day-and-time.ts";
import { Button } from "../../../ui/Button.tsx";

interface Props {
  conversation: Conversation;
  /** Null: this person may not change it. */
  onOpen: (() => void) | null;
}

/** Below the head: until when the conversation is snoozed, or that the customer has to answer; and the way to open it before that. */
export function PendingStrip({ conversation: { snoozedUntil }, onOpen }: Props) {
  const { t, format } = useI18n();
  const Icon = snoozedUntil === null ? Clock : AlarmClock;
  return (
    <div className="pending-strip">
      <Icon className="icon icon-14" aria-hidden />
      {snoozedUntil === null ? (
        <span>{t("inboxFilter.pendingReason.customer")}</span>
      ) : (
        <time dateTime={snoozedUntil} title={format.instant(snoozedUntil)}>
          {t("inbox.snoozedUntil", { when: dayAndTime(format, snoozedUntil) })}
        </time>
      )}
      {onOpen !== null && (
        <Button
          icon={AlarmClockOff}
          size="small"
          className="ms-auto"
          onPress={({ target }) => {
            // The focused button is removed.
            target.closest("section")?.querySelector<HTMLElement>("[role=log]")?.focus({ preventScroll: true });
            onOpen();
          }}
        >
          {t("inbox.openNow")}
        </Button>
      )}
    </div>
  );
}
