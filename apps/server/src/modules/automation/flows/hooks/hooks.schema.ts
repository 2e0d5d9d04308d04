import { type Static, Type } from "typebox";
import { extending } from "#platform/http/openapi/schemas.ts";
import { NullableText, NullableEnum, Timestamp } from "#platform/http/schemas.ts";

const hook = {
  flowId: Type.String(),
  createdBy: Type.String(),
  createdAt: Timestamp,
};
export const FlowHook = Type.Object(hook, { title: "FlowHook", description: "A flow's webhook address, without its secret" });
export type FlowHook = Static<typeof FlowHook>;

export const FlowHookWithUrl = extending(
  FlowHook,
  { url: Type.String({ description: "Anyone who knows it can start the flow. Shown only once" }) },
  { title: "FlowHookWithUrl" },
);
export type FlowHookWithUrl = Static<typeof FlowHookWithUrl>;

export const HookParams = Type.Object({ token: Type.String() });
export const HookBody = Type.Unsafe<Record<string, unknown>>({
  type: "object",
  additionalProperties: true,
  title: "FlowHookBody",
  description: "Any JSON object. The flow's trigger says where it contains the contact, and which values go into the run's variables",
});

export const FlowHookAnswer = Type.Object(
  {
    starts: Type.Boolean(),
    runId: NullableText({ description: "The run that started, now or earlier with the same idempotency-key" }),
    reason: NullableEnum(["conditions", "running"], {
      description:
        "Why no run started. conditions: they do not match; running: the flow is running for the contact, or has already run once for them",
    }),
  },
  { title: "FlowHookAnswer" },
);
export type FlowHookAnswer = Static<typeof FlowHookAnswer>;
