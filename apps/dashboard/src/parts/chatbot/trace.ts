/** The details of a trace, whose type the API leaves open: read defensively, because an older turn may lack some. Pure. */
import type { ChatbotTrial } from "@parley/sdk";

type Step = ChatbotTrial["steps"][number];

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const record = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

/** The gates' result: the reason, and the word or language that caused it. */
export const gateOf = ({ details = {} }: Step) => ({ reason: text(details["reason"]), because: text(details["because"]) });

export const attemptsOf = ({ details = {} }: Step) =>
  list(details["attempts"]).map((each) => {
    const { provider, model, outcome } = record(each);
    return { provider: text(provider) ?? "", model: text(model) ?? "", outcome: text(outcome) ?? "" };
  });

export const checksOf = ({ details = {} }: Step) => ({
  confidence: (["high", "medium", "low"] as const).find((each) => each === details["confidence"]) ?? null,
  citations: list(details["citations"]).flatMap((each) => text(each) ?? []),
  findings: list(details["findings"]).map((each) => {
    const { check, what } = record(each);
    return { check: text(check) ?? "", what: list(what).flatMap((word) => text(word) ?? []) };
  }),
});

/** The references cited by the last reply. */
export function citedRefs(steps: readonly Step[]): ReadonlySet<string> {
  const last = steps.findLast(({ step }) => step === "checks");
  return new Set(last === undefined ? [] : checksOf(last).citations);
}
