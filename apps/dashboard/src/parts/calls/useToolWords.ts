import type { CallTurn } from "@parley/sdk";
import { useI18n } from "../../i18n/i18n.tsx";

export interface ToolWords {
  name: string;
  /** Its input in short; empty: none. */
  input: string;
  outcome: string;
}

/** Describes the use of a tool. Tools and outcomes unknown to this version keep their names. */
export function useToolWords(): (turn: Pick<CallTurn, "tool" | "text" | "outcome">) => ToolWords {
  const { t, has } = useI18n();
  return ({ tool, text, outcome }) => {
    const [, passages] = /^(\d+) passages$/.exec(outcome ?? "") ?? [];
    const nameKey = `calls.tool.${tool ?? ""}`;
    const outcomeKey = `calls.outcome.${outcome ?? ""}`;
    return {
      name: has(nameKey) ? t(nameKey) : (tool ?? ""),
      input: inputOf(text),
      outcome:
        passages !== undefined ? t("calls.outcome.passages", { n: Number(passages) }) : has(outcomeKey) ? t(outcomeKey) : (outcome ?? ""),
    };
  };
}

/** The values of a tool's input, joined. */
function inputOf(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return text;
    return Object.values(value)
      .filter((each) => typeof each === "string" || typeof each === "number")
      .join(" · ");
  } catch {
    // The model's raw text, which is not JSON.
    return text;
  }
}
