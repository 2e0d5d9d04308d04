import { contactExports } from "./exports.ts";
import { fileSteps } from "./files.ts";
import { rowSteps } from "./conversations.ts";
import { scanSteps } from "./scans.ts";
import type { Step } from "./step.ts";

/**
 * The order: first what refers to the person, then the person, then what only mentions them. Once the rows are gone, nothing new can refer
 * to or mention the person, so each scan afterwards reads its table once. Exports of contacts come before all: whose files contained the
 * person is known from the merges, which go with the contacts.
 */
export const steps: readonly Step[] = [contactExports, ...rowSteps, ...fileSteps, ...scanSteps];

export const firstStep = (steps[0] as Step).name;

/** The step with this name, and the next one (null: it is the last). Throws for a name from another version. */
export function stepNamed(name: string): { step: Step; next: string | null } {
  const at = steps.findIndex((step) => step.name === name);
  const step = steps[at];
  if (step === undefined) throw new Error(`no step of an erasure is called ${name}`);
  return { step, next: steps[at + 1]?.name ?? null };
}
