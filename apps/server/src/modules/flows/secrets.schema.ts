import { type Static, Type } from "typebox";
import { ListOf, listQuery, NullableText, Timestamp } from "#platform/http/schemas.ts";

export const FlowSecret = Type.Object(
  {
    id: Type.String(),
    name: Type.String({ description: "Steps name it as {{secrets.NAME}}" }),
    lastFour: NullableText({ description: "The end of the value, which itself is never shown. null: too short to show any of it" }),
    createdBy: Type.String(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "FlowSecret" },
);
export type FlowSecret = Static<typeof FlowSecret>;
export const FlowSecretList = ListOf(FlowSecret);
export const ListFlowSecretsQuery = listQuery({});

const name = Type.String({
  minLength: 1,
  maxLength: 50,
  pattern: "^[A-Z][A-Z0-9_]*$",
  description: "Capital letters, digits and underscores. One per organization",
});
const value = Type.String({
  minLength: 8,
  maxLength: 4_000,
  description: "Never shown again. Eight characters at least: shorter ones cannot be cut out of answers",
});

export const CreateFlowSecret = Type.Object({ name, value }, { title: "CreateFlowSecret" });
export type CreateFlowSecret = Static<typeof CreateFlowSecret>;

export const UpdateFlowSecret = Type.Object(
  { name: Type.Optional(name), value: Type.Optional(value) },
  {
    title: "UpdateFlowSecret",
    description: "Fields left out stay as they are. Steps that name it by its former name do not find it any more",
  },
);
export type UpdateFlowSecret = Static<typeof UpdateFlowSecret>;
