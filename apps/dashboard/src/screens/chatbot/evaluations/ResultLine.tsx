import { CircleCheck, CircleX } from "lucide-react";
import type { ChatbotCaseResult } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { useProblems } from "./useExpectation.ts";

interface Props {
  result: ChatbotCaseResult;
  /** The same case in another run; null: that run did not have it. Absent: nothing is compared. */
  before?: ChatbotCaseResult | null;
}

/** One case of a run: whether it passed, why not, what was said, and how it differs from another run. */
export function ResultLine({ result, before }: Props) {
  const { t } = useI18n();
  const problems = useProblems()(result);
  const Icon = result.passed ? CircleCheck : CircleX;
  return (
    <li className={result.passed ? "result" : "result bad"}>
      <Icon className="icon" role="img" aria-label={t(result.passed ? "evaluation.case.passed" : "evaluation.case.failed")} />
      <div className="min-w-0 grow">
        <b className="flex flex-wrap items-center gap-2 font-medium">
          <bdi>{result.name}</bdi>
          {before === null && <Chip>{t("evaluation.notRun")}</Chip>}
          {before != null && before.passed !== result.passed && (
            <Chip tone={result.passed ? "ok" : "bad"}>{t(result.passed ? "evaluation.better" : "evaluation.worse")}</Chip>
          )}
        </b>
        {problems.map((line) => (
          <p key={line} className="text-danger-text text-12" dir="auto">
            {line}
          </p>
        ))}
        <p className="text-12 text-text-3" dir="auto">
          {result.message}
        </p>
        {result.reply !== null && (
          <p className="line-clamp-3 text-text-2" dir="auto">
            {result.reply}
          </p>
        )}
        {before != null && before.reply !== result.reply && before.reply !== null && (
          <p className="line-clamp-3 text-12 text-text-3 line-through" dir="auto">
            {before.reply}
          </p>
        )}
      </div>
    </li>
  );
}
