import { type Static, Type } from "typebox";
import { NullableEnum, StringEnum } from "#platform/http/schemas.ts";

export const TestVoiceAgent = Type.Object(
  {
    turns: Type.Array(
      Type.Object(
        { speaker: StringEnum(["caller", "agent"]), text: Type.String({ minLength: 1, maxLength: 2_000 }) },
        { title: "SpokenTurn" },
      ),
      { minItems: 1, maxItems: 40, description: "The conversation so far, ending with the caller's turn that the voice agent answers" },
    ),
  },
  { title: "TestVoiceAgent" },
);
export type TestVoiceAgent = Static<typeof TestVoiceAgent>;

export const VoiceAgentTest = Type.Object(
  {
    text: Type.String({ description: "What it would say; empty if it would be stopped" }),
    stopped: NullableEnum(["secret", "policy_leak", "blocked_topic"], {
      description: "Why it would be stopped and the call ended",
    }),
    findings: Type.Array(Type.String(), { description: "Facts that it states and that are in no source" }),
    tools: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          input: Type.String(),
          outcome: Type.String({
            description: "As in a call. The knowledge base was searched; tickets, messages and transfers were only simulated",
          }),
        },
        { title: "VoiceAgentToolUse" },
      ),
    ),
    next: NullableEnum(["transfer", "hang_up"], { description: "What would happen next" }),
    model: Type.String(),
    cost: Type.Number({ description: "A started minute, in the balance's currency" }),
  },
  { title: "VoiceAgentTest" },
);
export type VoiceAgentTest = Static<typeof VoiceAgentTest>;
