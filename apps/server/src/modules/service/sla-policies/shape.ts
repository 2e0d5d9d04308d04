import { type Static, Type } from "typebox";
import { Nullable, NullableText, NullableTimestamp, Timestamp, StringEnum } from "#platform/http/schemas.ts";
import { wireId } from "#platform/ids/ids.ts";
import { type SlaState, slaTargets } from "./clock.ts";

/** A ticket's or conversation's service level. */
export const ServiceLevel = Nullable(
  Type.Object(
    {
      policyId: NullableText({ description: "The assigned SLA policy; null: none any longer" }),
      firstResponseDueAt: NullableTimestamp({ description: "null: there is no target, it was answered, or the clock is paused" }),
      nextResponseDueAt: NullableTimestamp({ description: "While a later message from the customer is waiting for a reply" }),
      resolutionDueAt: NullableTimestamp(),
      paused: Type.Boolean({ description: "The clocks are paused: it waits for the customer, for a date or for the chatbot" }),
      breached: Type.Array(
        Type.Object({
          target: StringEnum(slaTargets),
          at: Type.Unsafe<string>({ ...Timestamp, description: "When the target was missed" }),
        }),
        { description: "The newest 20, oldest first" },
      ),
    },
    { title: "ServiceLevel", description: "How well an SLA policy is met" },
  ),
);
export type ServiceLevel = Static<typeof ServiceLevel>;

export function renderSla(state: SlaState | null): ServiceLevel {
  if (state === null) return null;
  const due = (target: (typeof slaTargets)[number]) => {
    const at = state.clocks[target]?.dueAt ?? null;
    return at === null ? null : new Date(at).toISOString();
  };
  return {
    policyId: state.policyId === null ? null : wireId("slp", state.policyId),
    firstResponseDueAt: due("first_response"),
    nextResponseDueAt: due("next_response"),
    resolutionDueAt: due("resolution"),
    paused: state.open && !state.running,
    breached: state.breached.map(({ target, at }) => ({ target, at: new Date(at).toISOString() })),
  };
}
