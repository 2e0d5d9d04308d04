import type { CallTurn } from "@parley/sdk";
import { useI18n } from "../../i18n/i18n.tsx";

export interface ToolWords {
  name: string;
  /** What it was asked for, in short; empty: nothing. */
  input: string;
  outcome: string;
}

/** A use of a tool in words. Tools and outcomes that this version does not know keep their names. */
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

/** The values of a tool's input, one after the other. */
function inputOf(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return text;
    return Object.values(value)
      .filter((each) => typeof each === "string" || typeof each === "number")
      .join(" · ");
  } catch {
    // The model's own words, which are no JSON.
    return text;
  }
}
