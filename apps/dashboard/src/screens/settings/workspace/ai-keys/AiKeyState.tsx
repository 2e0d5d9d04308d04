import type { AiKey } from "@parley/sdk";
import { useI18n } from "../../../../i18n/i18n.tsx";
import { aiFailureKey } from "../../../../parts/chatbot/words.ts";
import { Chip, type ChipTone } from "../../../../ui/Chip.tsx";

const tones: Readonly<Record<AiKey["status"], ChipTone>> = { installed: "warn", tested: "ok", failed: "bad", disabled: "plain" };

/** Whether a key works, why not, and what is currently skipped. */
export function AiKeyState({ aiKey: { status, lastError, circuits } }: { aiKey: AiKey }) {
  const { t, format } = useI18n();
  const words = (code: string | null) => t(aiFailureKey(code) ?? "decision.other");
  return (
    <span className="grid justify-items-start gap-1">
      <Chip tone={tones[status]}>{t(`aiKeys.status.${status}`)}</Chip>
      {lastError !== null && <span className="text-12 text-danger-text">{words(lastError)}</span>}
      {circuits.map(({ model, openUntil, reason }) => {
        const skipped = { time: format.time(openUntil), reason: words(reason) };
        return (
          <span key={model ?? ""} className="text-12 text-warn-text">
            {model === null ? t("aiKeys.skipped", skipped) : t("aiKeys.skipped.model", { ...skipped, model })}
          </span>
        );
      })}
    </span>
  );
}
