import { type Static, Type } from "typebox";
import { StringEnum } from "#platform/http/schemas.ts";

export const consents = ["requested", "agreed", "contract"] as const;

export const CreateCall = Type.Object(
  {
    voiceAgentId: Type.String({ maxLength: 100, description: "The voice agent that speaks; it must be active" }),
    phoneNumberId: Type.String({ maxLength: 100, description: "The organization's number to call from" }),
    to: Type.String({ maxLength: 40, description: "The number to call, in international format" }),
    consent: StringEnum(consents, {
      description:
        "Why software may call the person. requested: they asked for this call; agreed: they agreed to such calls; contract: an existing contract requires it. Stored with the call; the law in their country determines what is sufficient",
    }),
    greeting: Type.Optional(
      Type.String({ minLength: 1, maxLength: 500, description: "Replaces the voice agent's greeting; its disclosure is always said" }),
    ),
    purpose: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1_000,
        description: "What the call is about; the voice agent may state it as a fact",
      }),
    ),
  },
  { title: "CreateCall" },
);
export type CreateCall = Static<typeof CreateCall>;
