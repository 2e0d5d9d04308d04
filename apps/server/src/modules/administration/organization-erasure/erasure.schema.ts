import { type Static, Type } from "typebox";
import { ListOf, listQuery, NullableText, NullableTimestamp, Timestamp, StringEnum } from "#platform/http/schemas.ts";

/** How long the request can be withdrawn. */
export const graceDays = 7;

export const erasureStatuses = ["scheduled", "running", "completed", "cancelled"] as const;

export const EraseOrganization = Type.Object(
  { confirm: Type.String({ maxLength: 200, description: "The organization's name, exactly as written" }) },
  { title: "EraseOrganization" },
);
export type EraseOrganization = Static<typeof EraseOrganization>;

export const OrganizationErasure = Type.Object(
  {
    organizationId: Type.String(),
    status: StringEnum(erasureStatuses, { description: "A running erasure cannot be cancelled, and nobody can sign in" }),
    requestedBy: Type.String({ description: "agt_…" }),
    requestedAt: Timestamp,
    erasesAt: Timestamp,
    removed: Type.Record(Type.String(), Type.Integer({ minimum: 0 }), {
      description: "Rows by table; `files` are media contents, `users` are people who belong to no other organization",
    }),
    finishedAt: NullableTimestamp(),
    seal: NullableText({
      description:
        "When completed: SHA-256, hex, of the UTF-8 JSON array [organizationId, requestedAt, erasesAt, finishedAt, removed] with sorted keys and no spaces",
    }),
  },
  { title: "OrganizationErasure" },
);
export type OrganizationErasure = Static<typeof OrganizationErasure>;

export const CurrentErasure = Type.Object(
  { erasure: Type.Union([OrganizationErasure, Type.Null()], { description: "The last requested check; null: never" }) },
  { title: "CurrentOrganizationErasure" },
);
export type CurrentErasure = Static<typeof CurrentErasure>;

export const OrganizationErasureList = ListOf(OrganizationErasure);
export const ListErasuresQuery = listQuery({ status: Type.Optional(StringEnum(["completed", "cancelled"])) });
