import { type Static, Type } from "typebox";
import { ListOf, listQuery, NullableText, Timestamp, StringEnum } from "#platform/http/schemas.ts";

export const actorKinds = ["api", "member", "system"] as const;

export const AuditEntry = Type.Object(
  {
    id: Type.String(),
    organizationId: Type.String({ description: "The organization in which it was done" }),
    actor: Type.Object({
      kind: StringEnum(actorKinds),
      id: NullableText({ description: "Id of the key (key_…) or the member (agt_…); a name for the system" }),
      name: NullableText({
        description: "Current name of the key or the member; null for the system and for somebody of another organization",
      }),
    }),
    action: Type.String({ examples: ["member.updated"] }),
    targetId: NullableText({ description: "The affected resource" }),
    changes: Type.Unsafe<object>({ type: "object", additionalProperties: true, description: "Ids and states, never secrets or texts" }),
    requestId: NullableText(),
    createdAt: Timestamp,
  },
  { title: "AuditEntry" },
);
export type AuditEntry = Static<typeof AuditEntry>;
export const AuditEntryList = ListOf(AuditEntry);

const filters = {
  actor: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: "A key's or member's id, or the name of a system part" })),
  action: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  target: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: "Id of the affected resource" })),
  since: Type.Optional(Type.String({ format: "date-time" })),
  until: Type.Optional(Type.String({ format: "date-time", description: "Exclusive" })),
};
export const AuditQuery = listQuery(filters);
export type AuditQuery = Static<typeof AuditQuery>;
export const AdminAuditQuery = listQuery({
  organizationId: Type.Optional(Type.String({ maxLength: 100, description: "Only this organization" })),
  ...filters,
});
