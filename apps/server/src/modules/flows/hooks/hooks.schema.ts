import { type Static, Type } from "typebox";
import { NullableText, NullableWords, Timestamp } from "#platform/http/schemas.ts";

const hook = {
  flowId: Type.String(),
  createdBy: Type.String(),
  createdAt: Timestamp,
};
export const FlowHook = Type.Object(hook, { title: "FlowHook", description: "That a flow has an address; its secret is not shown" });
export type FlowHook = Static<typeof FlowHook>;

export const FlowHookWithUrl = Type.Object(
  {
    ...hook,
    url: Type.String({ description: "Whoever knows it can start the flow. Shown this once" }),
  },
  { title: "FlowHookWithUrl" },
);
export type FlowHookWithUrl = Static<typeof FlowHookWithUrl>;

export const HookParams = Type.Object({ token: Type.String() });
export const HookBody = Type.Unsafe<Record<string, unknown>>({
  type: "object",
  additionalProperties: true,
  title: "FlowHookBody",
  description: "Any JSON object. The trigger of the flow says where in it the contact is, and what goes into variables of the run",
});

export const FlowHookAnswer = Type.Object(
  {
    starts: Type.Boolean(),
    runId: NullableText({ description: "The run that began, now or with the same idempotency-key before" }),
    reason: NullableWords(["conditions", "running"], {
      description:
        "Why none began. conditions: they do not hold; running: the flow runs for the contact, or has been through once with them",
    }),
  },
  { title: "FlowHookAnswer" },
);
export type FlowHookAnswer = Static<typeof FlowHookAnswer>;
