import { type Static, Type } from "typebox";
import { Contact } from "#modules/contacts/contacts/index.ts";
import { ListOf, listQuery, NullableText, Timestamp } from "#platform/http/schemas.ts";
import { AudienceRules } from "./audience-rules.ts";

const name = Type.String({ minLength: 1, maxLength: 100, description: "Unique in the tenant; case-insensitive" });
const description = NullableText({ maxLength: 500 });

export const Segment = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    description: NullableText(),
    rules: AudienceRules,
    createdBy: Type.String({ description: "key_… or agt_…" }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "Segment" },
);
export type Segment = Static<typeof Segment>;

export const CreateSegment = Type.Object(
  { name, description: Type.Optional(description), rules: AudienceRules },
  { title: "CreateSegment" },
);
export type CreateSegment = Static<typeof CreateSegment>;

export const UpdateSegment = Type.Object(
  { name: Type.Optional(name), description: Type.Optional(description), rules: Type.Optional(AudienceRules) },
  { title: "UpdateSegment", description: "Omitted fields keep their values; null clears the description" },
);
export type UpdateSegment = Static<typeof UpdateSegment>;

export const SegmentList = ListOf(Segment);
export const ListSegmentsQuery = listQuery({});
export const SegmentContacts = ListOf(Contact);
export const ListSegmentContactsQuery = listQuery({});

export const PreviewSegment = Type.Object({ rules: AudienceRules }, { title: "PreviewSegment" });
export const SegmentPreview = Type.Object(
  {
    count: Type.Integer({ description: "Contacts that currently match" }),
    exact: Type.Boolean({
      description: "false: a large tenant whose contacts could not be counted quickly; count is then estimated from every fiftieth contact",
    }),
    countRange: Type.Object(
      { from: Type.Integer(), to: Type.Integer() },
      { description: "95 % confidence interval of the exact count; both equal count when it is exact" },
    ),
    sample: Type.Array(Contact, { description: "Ten of them; the newest if the count is exact" }),
  },
  { title: "SegmentPreview" },
);
export type SegmentPreview = Static<typeof SegmentPreview>;
