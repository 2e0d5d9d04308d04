import { type Static, Type } from "typebox";
import { ListOf, listQuery, NullableText, Timestamp } from "#platform/http/schemas.ts";

export const LabelName = Type.String({ minLength: 1, maxLength: 50 });

/** A label as request bodies of conversations and views name it: by its name or its id. */
export const LabelReference = Type.String({ title: "LabelReference", minLength: 1, maxLength: 50, description: "A label's name or id" });

/** Counting stops here, so that a label on every conversation does not slow down the list of labels. */
export const countMax = 10_000;

export const Label = Type.Object(
  {
    id: Type.String(),
    name: Type.String({ description: "Unique; case- and accent-insensitive" }),
    color: NullableText({ description: "#rrggbb" }),
    description: NullableText(),
    conversationCount: Type.Integer({ description: `Number of conversations with this label; ${countMax} stands for that many or more` }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "Label" },
);
export type Label = Static<typeof Label>;

const fields = {
  color: Type.Optional(NullableText({ pattern: "^#[0-9A-Fa-f]{6}$", description: "#rrggbb" })),
  description: Type.Optional(NullableText({ minLength: 1, maxLength: 500 })),
};

export const CreateLabel = Type.Object({ name: LabelName, ...fields }, { title: "CreateLabel" });
export type CreateLabel = Static<typeof CreateLabel>;

export const UpdateLabel = Type.Object(
  { name: Type.Optional(LabelName), ...fields },
  { title: "UpdateLabel", description: "Omitted fields keep their values; null clears a field" },
);
export type UpdateLabel = Static<typeof UpdateLabel>;

export const LabelList = ListOf(Label);
export const ListLabelsQuery = listQuery({
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 50, description: "Part of the name; case- and accent-insensitive" })),
});
