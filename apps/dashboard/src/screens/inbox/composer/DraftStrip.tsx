import { Sparkles, X } from "lucide-react";
import type { SuggestedReply } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";

interface Props {
  draft: SuggestedReply;
  /** There is text: using the draft adds to it, and Tab leaves the field. */
  isTyped: boolean;
  onUse(): void;
  onDismiss(): void;
}

/** An AI draft, and its sources. Tab inserts it into an empty field. */
export function DraftStrip({ draft, isTyped, onUse, onDismiss }: Props) {
  const { t, format } = useI18n();
  const headings = [...new Set(draft.sources.map(({ heading }) => heading).filter((each) => each !== null))];
  return (
    <div className="draft-strip" data-begun>
      <Sparkles className="icon" aria-hidden />
      <div className="min-w-0">
        <span className="text-11 font-medium text-bot-text">
          {draft.sources.length === 0
            ? t("assist.draft")
            : t("assist.draftFrom", { n: draft.sources.length, names: headings.length === 0 ? "" : `: ${format.list(headings)}` })}
        </span>
        <p className="whitespace-pre-wrap" dir="auto">
          {draft.text}
        </p>
        <div className="mt-2 flex items-center gap-1">
          <Button variant="bot" size="small" {...(isTyped ? {} : { keys: "tab" })} onPress={onUse}>
            {t("assist.use")}
          </Button>
          <Button icon={X} label={t("assist.dismiss")} variant="ghost" size="small" className="ms-auto" onPress={onDismiss} />
        </div>
      </div>
    </div>
  );
}
