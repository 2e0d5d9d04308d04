import { Wrench } from "lucide-react";
import { useI18n } from "../../../../i18n/i18n.tsx";
import { useToolWords } from "../../../../parts/calls/useToolWords.ts";
import { Chip } from "../../../../ui/Chip.tsx";
import { Notice } from "../../../../ui/feedback/Notice.tsx";
import type { Exchange } from "./useTrial.ts";

/** What the caller said, the tools that the voice agent used, its answer, and what would follow in a call. */
export function TrialExchange({ exchange: { said, answer } }: { exchange: Exchange }) {
  const { t } = useI18n();
  const toolTexts = useToolWords();
  const { text, stopped, findings, tools, next } = answer;
  return (
    <>
      <p className="said" dir="auto">
        {said}
      </p>
      {tools.map((tool, at) => {
        const { name, input, outcome } = toolTexts({ tool: tool.name, text: tool.input, outcome: tool.outcome });
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an answer's tool uses do not change
          <p key={at} className="flex items-center gap-1.5 text-12 text-text-2">
            <Wrench className="icon icon-12" aria-hidden />
            <span className="min-w-0">
              {name}
              {input !== "" && (
                <>
                  {": "}
                  <bdi>{input}</bdi>
                </>
              )}
              {" · "}
              {outcome}
            </span>
          </p>
        );
      })}
      {stopped !== null ? (
        <Notice tone="bad">{t(`voice.try.stopped.${stopped}`)}</Notice>
      ) : text === "" ? (
        <p className="text-12 text-text-3">{t("voice.try.nothing")}</p>
      ) : (
        <p className="said bot" dir="auto">
          {text}
        </p>
      )}
      {findings.map((what) => (
        <Chip key={what} tone="warn">
          {t("calls.finding", { what })}
        </Chip>
      ))}
      {next !== null && <Notice tone="info">{t(`voice.try.next.${next}`)}</Notice>}
    </>
  );
}
