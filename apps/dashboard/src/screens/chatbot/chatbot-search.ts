import type { Decision } from "../../api/automation/chatbots.ts";

/** The sections of the settings, in page order. */
export const sections = ["persona", "scope", "knowledge", "handover", "hours", "model", "limits", "channels"] as const;
export type Section = (typeof sections)[number];

export const decisions = ["answered", "declined", "handed_over", "outside_hours", "silenced", "superseded"] as const satisfies Decision[];

export interface ChatbotSearch {
  /** For turns. */
  decision?: Decision | undefined;
  /** The turn that is open over the list. */
  turn?: string | undefined;
  /** The evaluation that is shown, one of its runs, and the run it is compared with. */
  evaluation?: string | undefined;
  run?: string | undefined;
  beside?: string | undefined;
}

const id = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

/** Reads the URL's search parameters; invalid values are ignored. */
export function readChatbotSearch(raw: Record<string, unknown>): ChatbotSearch {
  return {
    decision: decisions.find((each) => each === raw["decision"]),
    turn: id(raw["turn"]),
    evaluation: id(raw["evaluation"]),
    run: id(raw["run"]),
    beside: id(raw["beside"]),
  };
}
