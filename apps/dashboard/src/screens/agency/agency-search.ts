import type { AgencyClient } from "@parley/sdk";
import type { ChipTone } from "../../ui/Chip.tsx";

export const clientStates = ["pending", "active", "suspended", "ended"] as const satisfies AgencyClient["status"][];

export const stateTones: Readonly<Record<AgencyClient["status"], ChipTone>> = {
  pending: "info",
  active: "ok",
  suspended: "warn",
  ended: "plain",
};

export const submissionStates = ["new", "processed", "spam"] as const;

export interface AgencySearch {
  /** For clients. */
  status?: AgencyClient["status"] | undefined;
  q?: string | undefined;
  /** For submissions. */
  state?: (typeof submissionStates)[number] | undefined;
  formId?: string | undefined;
  /** For billing: `2026-11`. */
  month?: string | undefined;
  /** The client in which acting has just ended. */
  ended?: string | undefined;
}

const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

export function readAgencySearch(raw: Record<string, unknown>): AgencySearch {
  const month = text(raw["month"]);
  const search: AgencySearch = {
    status: clientStates.find((each) => each === raw["status"]),
    q: text(raw["q"]),
    state: submissionStates.find((each) => each === raw["state"]),
    formId: text(raw["formId"]),
    month: month !== undefined && /^\d{4}-\d{2}$/.test(month) ? month : undefined,
    ended: text(raw["ended"]),
  };
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}
