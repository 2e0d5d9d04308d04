import { type Static, Type } from "typebox";
import { ListOf, listQuery, NullableText, Timestamp } from "#platform/http/schemas.ts";

const name = Type.String({ minLength: 1, maxLength: 200 });
const description = NullableText({ maxLength: 2_000 });
const position = Type.Integer({ minimum: 0, maximum: 1_000_000, description: "Lists are sorted by this" });
const parentId = NullableText({ maxLength: 100, description: "The category; null: none" });

export const KnowledgeCategory = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    description: NullableText(),
    position: Type.Integer(),
    parentId: NullableText(),
    sourceCount: Type.Integer({ description: "Sources in this category, without child categories" }),
    faqCount: Type.Integer({ description: "FAQs in this category, in any status" }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "KnowledgeCategory" },
);
export type KnowledgeCategory = Static<typeof KnowledgeCategory>;

export const CreateKnowledgeCategory = Type.Object(
  { name, description: Type.Optional(description), position: Type.Optional(position), parentId: Type.Optional(parentId) },
  { title: "CreateKnowledgeCategory" },
);
export type CreateKnowledgeCategory = Static<typeof CreateKnowledgeCategory>;

export const UpdateKnowledgeCategory = Type.Partial(CreateKnowledgeCategory, {
  title: "UpdateKnowledgeCategory",
  description: "Omitted fields keep their values; null clears a field",
});
export type UpdateKnowledgeCategory = Static<typeof UpdateKnowledgeCategory>;

export const KnowledgeCategoryList = ListOf(KnowledgeCategory);
export const ListKnowledgeCategoriesQuery = listQuery({
  parentId: Type.Optional(Type.String({ maxLength: 100, description: "Only direct children of this category" })),
});
export const DeleteKnowledgeCategoryQuery = Type.Object({
  moveTo: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: "Where its contents go: another category's id, or none for no category" }),
  ),
});
