import type { StatusName } from "./statuses.ts";

interface Magic {
  steps: StatusName[];
  failure?: { code: number; details: string | undefined };
  /** The `drop` knob does not affect it. */
  always?: boolean;
  answersWithImage?: boolean;
}

const ALL: StatusName[] = ["sent", "delivered", "read"];
const ORDINARY: Magic = { steps: ALL };

/** The effect of the last four digits of a number. */
const BY_ENDING = new Map<string, Magic>([
  ["0001", { steps: ALL, always: true }],
  ["0002", { steps: ["sent"] }],
  ["0003", { steps: [], failure: { code: 131047, details: undefined } }],
  ["0004", { steps: [], failure: { code: 131026, details: undefined } }],
  ["0005", { steps: ALL, answersWithImage: true }],
]);

export function magicOf(waId: string | undefined): Magic {
  if (waId === undefined) return ORDINARY;
  return BY_ENDING.get(waId.slice(-4)) ?? ORDINARY;
}
