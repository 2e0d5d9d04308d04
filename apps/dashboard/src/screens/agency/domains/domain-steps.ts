/** A domain's progress, according to its last check. Pure. */
import type { Domain } from "@parley/sdk";
import type { PlainKey } from "../../../i18n/catalogue.ts";
import type { ChipTone } from "../../../ui/Chip.tsx";

export type StepState = "done" | "next" | "todo";
export type StepName = "record" | "points" | "certificate" | "live";

export function stepsOf({ status, certificate }: Pick<Domain, "status" | "certificate">): { name: StepName; state: StepState }[] {
  const proved = status === "verified" || status === "active";
  const pointed = status === "active";
  const secured = pointed && certificate?.validUntil != null;
  const reached = [proved, pointed, secured, secured];
  const next = reached.indexOf(false);
  return (["record", "points", "certificate", "live"] as const).map((name, at) => ({
    name,
    state: reached[at] === true ? "done" : at === next ? "next" : "todo",
  }));
}

export function stateOf({ status, certificate }: Pick<Domain, "status" | "certificate">): { label: PlainKey; tone: ChipTone } {
  if (status === "active" && certificate?.validUntil == null) return { label: "domains.status.certificate", tone: "warn" };
  const tones = { pending_verification: "info", verified: "warn", active: "ok", failed: "bad", suspended: "bad" } as const;
  return { label: `domains.status.${status}`, tone: tones[status] };
}
