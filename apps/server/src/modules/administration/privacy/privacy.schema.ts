import { type Static, Type } from "typebox";
import { ListOf, listQuery, NullableText, NullableTimestamp, Timestamp, StringEnum } from "#platform/http/schemas.ts";

export const requestKinds = ["contact_export", "contact_erasure"] as const;
export const requestStatuses = ["queued", "running", "completed", "failed", "expired"] as const;

/** How long an export file is kept. */
export const exportDays = 7;

export const EraseContact = Type.Object(
  { confirm: StringEnum(["erase"], { description: "The word erase, as confirmation: an erasure cannot be undone" }) },
  { title: "EraseContact" },
);
export type EraseContact = Static<typeof EraseContact>;

const RowCounts = Type.Object(
  {
    deleted: Type.Optional(Type.Integer({ minimum: 0 })),
    blanked: Type.Optional(Type.Integer({ minimum: 0, description: "Rows that stay but no longer say anything about the person" })),
  },
  {},
);

export const PrivacyRequest = Type.Object(
  {
    id: Type.String(),
    kind: StringEnum(requestKinds),
    contactId: Type.String({ description: "The contact; for an erasure, no longer identifiable" }),
    status: StringEnum(requestStatuses, { description: "An erasure is retried until it is completed; expired: the file has been deleted" }),
    removed: Type.Record(Type.String(), RowCounts, { description: "For an erasure: rows by table, files under media_contents" }),
    sizeBytes: Type.Integer({ description: "Size of an export's file" }),
    url: NullableText({ description: "Path of the file once it is complete; needs the same key as every other request" }),
    error: NullableText({ description: "The last problem" }),
    createdBy: Type.String({ description: "key_… or agt_…" }),
    createdAt: Timestamp,
    finishedAt: NullableTimestamp(),
    expiresAt: NullableTimestamp({ description: "When an export's file expires" }),
    seal: Type.Union(
      [
        Type.Object({
          number: Type.Integer({ minimum: 1, description: "Sequence number of the organization's erasures, in order of completion" }),
          previous: NullableText({ description: "The seal of number - 1" }),
          sha256: Type.String({
            description:
              "Hex, of the UTF-8 JSON array [number, previous, id, contactId, createdAt, finishedAt, removed] with sorted keys and no spaces: anyone who keeps a seal can detect changes to earlier reports",
          }),
        }),
        Type.Null(),
      ],
      { description: "For a completed erasure" },
    ),
  },
  { title: "PrivacyRequest" },
);
export type PrivacyRequest = Static<typeof PrivacyRequest>;

export const PrivacyRequestList = ListOf(PrivacyRequest);
export const ListRequestsQuery = listQuery({
  kind: Type.Optional(StringEnum(requestKinds)),
  contactId: Type.Optional(Type.String({ maxLength: 100, description: "Of one contact, even after its erasure" })),
});

export const contactErasedData = Type.Object({
  contactId: Type.String({ description: "If you keep data of this contact elsewhere, erase it there" }),
  requestId: Type.String(),
});
