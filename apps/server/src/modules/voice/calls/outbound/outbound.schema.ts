import { type Static, Type } from "typebox";
import { Words } from "#platform/http/schemas.ts";

export const consents = ["requested", "agreed", "contract"] as const;

export const CreateCall = Type.Object(
  {
    voiceAgentId: Type.String({ maxLength: 100, description: "It speaks; it must be active" }),
    phoneNumberId: Type.String({ maxLength: 100, description: "The organization's number that calls" }),
    to: Type.String({ maxLength: 40, description: "The number to call, in international form" }),
    consent: Words(consents, {
      description:
        "Why they may be called by software: requested: they asked for this call; agreed: they agreed to such calls; contract: an existing contract needs it. Stored with the call; the law of their country decides what suffices",
    }),
    greeting: Type.Optional(
      Type.String({ minLength: 1, maxLength: 500, description: "Instead of the voice agent's; its disclosure is said all the same" }),
    ),
    purpose: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1_000,
        description: "What the call is about: the voice agent may speak of it as of its knowledge",
      }),
    ),
  },
  { title: "CreateCall" },
);
export type CreateCall = Static<typeof CreateCall>;
