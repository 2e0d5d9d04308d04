import { type Static, Type } from "typebox";
import { AudienceRules } from "#modules/contacts/segments/index.ts";
import { ListOf, listQuery, NullableText, NullableTimestamp, Timestamp, StringEnum } from "#platform/http/schemas.ts";

export const exportStatuses = ["queued", "running", "completed", "failed", "expired"] as const;

export const retentionDays = 7;

const fields = Type.Array(Type.String({ minLength: 1, maxLength: 80 }), {
  minItems: 1,
  maxItems: 100,
  description:
    "Columns, in this order: id, name, phone, email, source, tags, ownerId, stageId, language, timezone, country, optIn, blockedAt, lastInboundAt, createdAt, updatedAt, channelKinds, customFields.KEY. Default: the usual ones and all defined custom fields",
});

export const CreateExport = Type.Object(
  {
    segmentId: Type.Optional(Type.String({ maxLength: 100, description: "The segment to export, with its current rules" })),
    rules: Type.Optional(AudienceRules),
    fields: Type.Optional(fields),
  },
  { title: "CreateContactExport", description: "A segment, rules, or neither: all contacts" },
);
export type CreateExport = Static<typeof CreateExport>;

export const ContactExport = Type.Object(
  {
    id: Type.String(),
    status: StringEnum(exportStatuses, { description: "expired: the file has been deleted" }),
    segmentName: NullableText({ description: "Name of the exported segment" }),
    rules: Type.Union([AudienceRules, Type.Null()], { description: "null: all contacts" }),
    fields: Type.Array(Type.String()),
    contacts: Type.Integer({ description: "Rows written so far" }),
    sizeBytes: Type.Integer(),
    error: NullableText(),
    url: NullableText({ description: "Path of the file once it is complete; needs the same key as every other request" }),
    createdBy: Type.String({ description: "key_… or agt_…" }),
    createdAt: Timestamp,
    finishedAt: NullableTimestamp(),
    expiresAt: NullableTimestamp(),
  },
  { title: "ContactExport" },
);
export type ContactExport = Static<typeof ContactExport>;

export const ContactExportList = ListOf(ContactExport);
export const ListExportsQuery = listQuery({});
