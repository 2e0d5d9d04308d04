import { type Static, Type } from "typebox";
import { ListOf, listQuery, NullableText, NullableEnum, StringEnum } from "#platform/http/schemas.ts";

const name = (description: string) => Type.String({ minLength: 1, maxLength: 50, description });
const tagNames = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 50 }), { minItems: 1, maxItems: 20, description });

export const Tag = Type.Object(
  { name: Type.String(), contacts: Type.Integer({ description: "Number of contacts with this tag" }) },
  { title: "Tag" },
);
export const TagList = ListOf(Tag);
export const ListTagsQuery = listQuery({
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 50, description: "Part of the tag; case-insensitive" })),
});

export const RenameTag = Type.Object({ tag: name("Current value"), name: name("New value") }, { title: "RenameTag" });
export const MergeTags = Type.Object(
  { tags: tagNames("Tags to replace"), into: name("The tag that replaces them") },
  { title: "MergeTags" },
);
export const DeleteTags = Type.Object({ tags: tagNames("Tags to remove from all contacts") }, { title: "DeleteTags" });

export const TagChange = Type.Object(
  {
    tags: Type.Array(Type.String()),
    into: NullableText({ description: "The tag that replaced them; null: they were removed" }),
    changed: Type.Integer({ description: "Contacts changed so far" }),
    remaining: Type.Boolean({ description: "More contacts are changed in the background" }),
  },
  { title: "TagChange" },
);
export type TagChange = Static<typeof TagChange>;

export const bulkMax = 100;

export const BulkContacts = Type.Object(
  {
    ids: Type.Array(Type.String(), { minItems: 1, maxItems: bulkMax, description: "Contacts" }),
    addTags: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 50 }), { maxItems: 20 })),
    removeTags: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 50 }), { maxItems: 20 })),
    ownerId: Type.Optional(NullableText({ maxLength: 100, description: "A member of the tenant: agt_… or usr_…; null removes the owner" })),
    stageId: Type.Optional(NullableText({ maxLength: 100, description: "A stage of one of the pipelines: stg_…; null: none" })),
    blocked: Type.Optional(Type.Boolean()),
  },
  { title: "BulkContacts", description: "The given fields are updated on each contact" },
);
export type BulkContacts = Static<typeof BulkContacts>;

export const BulkResult = Type.Object(
  {
    results: Type.Array(
      Type.Object({
        id: Type.String(),
        outcome: StringEnum(["updated", "unchanged", "failed"]),
        code: NullableEnum(["not_found", "conflict", "validation_error"], {
          description: "Why it failed, as a single request would report it",
        }),
        message: NullableText(),
      }),
      { description: "In the order of ids; duplicate ids are processed once" },
    ),
    updated: Type.Integer(),
    unchanged: Type.Integer(),
    failed: Type.Integer(),
  },
  { title: "BulkContactsResult" },
);
export type BulkResult = Static<typeof BulkResult>;
