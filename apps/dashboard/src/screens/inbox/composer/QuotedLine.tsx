import { X } from "lucide-react";
import type { Message } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { kindLabel } from "../message-kinds.ts";

export function QuotedLine({ message, onDrop }: { message: Message; onDrop(): void }) {
  const { t } = useI18n();
  return (
    <div className="quoted-line" data-begun>
      <span className="quote cut" dir="auto">
        {message.text ?? t(kindLabel(message))}
      </span>
      <Button icon={X} label={t("composer.dropQuote")} variant="ghost" size="small" onPress={onDrop} />
    </div>
  );
}
