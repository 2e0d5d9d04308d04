import type { ChatbotCase, ChatbotCaseResult } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { reasonKey } from "../../../parts/chatbot/words.ts";

type Expected = ChatbotCase["expect"];

/** A case's expectation as one sentence. */
export function useExpectation(): (expected: Expected) => string {
  const { t, format } = useI18n();
  return ({ decision, reason, contains = [], excludes = [] }) =>
    [
      decision === undefined ? null : format.sentence(t(`decision.${decision}`)),
      reason === undefined ? null : t(reasonKey(reason)),
      contains.length === 0 ? null : `${t("evaluation.contains")}: ${format.list(contains.map(quoted))}`,
      excludes.length === 0 ? null : `${t("evaluation.excludes")}: ${format.list(excludes.map(quoted))}`,
    ]
      .filter((part) => part !== null)
      .join(" · ");
}

/** Why a case failed: one line per expectation that was not met. */
export function useProblems(): (result: ChatbotCaseResult) => string[] {
  const { t, format } = useI18n();
  return ({ problems, expect, decision, reason, reply }) => {
    const has = (text: string) => (reply ?? "").toLowerCase().includes(text.toLowerCase());
    const decided = [t(`decision.${decision}`), reason === null ? null : t(reasonKey(reason))].filter((part) => part !== null);
    const lines: Record<(typeof problems)[number], () => string[]> = {
      decision: () => [
        t("evaluation.expected", { what: expect.decision === undefined ? t("evaluation.decision.any") : t(`decision.${expect.decision}`) }),
        t("evaluation.got", { what: decided.join(" · ") }),
      ],
      // Another decision has another reason, which is shown with the decision.
      reason: () => (problems.includes("decision") ? [] : [t("evaluation.unreason", { what: decided.at(-1) ?? "" })]),
      missing_text: () => [
        t("evaluation.missing", { what: format.list((expect.contains ?? []).filter((text) => !has(text)).map(quoted)) }),
      ],
      forbidden_text: () => [t("evaluation.forbidden", { what: format.list((expect.excludes ?? []).filter(has).map(quoted)) })],
    };
    return problems.flatMap((problem) => lines[problem]());
  };
}

const quoted = (text: string) => `“${text}”`;
