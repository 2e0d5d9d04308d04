import { CircleAlert } from "lucide-react";
import type { Message } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";

/** Shown before sending if somebody has answered since this text was started, so that the customer is not answered twice. */
export function AnsweredGuard({ message, onSend, onClose }: { message: Message; onSend(): void; onClose(): void }) {
  const { t, format } = useI18n();
  return (
    <div className="notice warn mx-2 mt-2" role="alert">
      <CircleAlert className="icon" aria-hidden />
      <div className="min-w-0 grow">
        <b className="block">{t("composer.guard", { time: format.time(message.occurredAt) })}</b>
        <p className="line-clamp-3" dir="auto">
          {message.text}
        </p>
        <div className="mt-2 flex gap-1.5">
          <Button size="small" onPress={onSend}>
            {t("composer.guard.send")}
          </Button>
          <Button size="small" variant="ghost" onPress={onClose}>
            {t("composer.guard.wait")}
          </Button>
        </div>
      </div>
    </div>
  );
}
