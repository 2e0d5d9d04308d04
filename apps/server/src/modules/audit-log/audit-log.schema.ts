import { type Static, Type } from "typebox";
import { ListOf, listQuery, NullableText, Timestamp, Words } from "#platform/http/schemas.ts";

export const actorKinds = ["api", "member", "system"] as const;

export const AuditEntry = Type.Object(
  {
    id: Type.String(),
    organizationId: Type.String({ description: "Where it was done" }),
    actor: Type.Object({
      kind: Words(actorKinds),
      id: NullableText({ description: "Of the key (key_…) or the member (agt_…); a word for the system" }),
      name: NullableText({ description: "Of the key or the member today; null for the system, and for somebody of another organization" }),
    }),
    action: Type.String({ examples: ["member.updated"] }),
    targetId: NullableText({ description: "What it was done to" }),
    changes: Type.Object({}, { additionalProperties: true, description: "Ids and states, never secrets or texts" }),
    requestId: NullableText(),
    createdAt: Timestamp,
  },
  { title: "AuditEntry" },
);
export type AuditEntry = Static<typeof AuditEntry>;
export const AuditEntryList = ListOf(AuditEntry);

const filters = {
  actor: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: "Id of a key or a member, or the system's word" })),
  action: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  target: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: "Id of what it was done to" })),
  since: Type.Optional(Type.String({ format: "date-time" })),
  until: Type.Optional(Type.String({ format: "date-time", description: "Not included" })),
};
export const AuditQuery = listQuery(filters);
export type AuditQuery = Static<typeof AuditQuery>;
export const AdminAuditQuery = listQuery({
  organizationId: Type.Optional(Type.String({ maxLength: 100, description: "One organization's alone" })),
  ...filters,
});
