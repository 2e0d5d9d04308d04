import { type Static, Type } from "typebox";
import { ListOf, listQuery, Timestamp, Words } from "#platform/http/schemas.ts";
import { Contact } from "./contacts.schema.ts";

export const MergeContact = Type.Object(
  { contactId: Type.String({ maxLength: 100, description: "The contact that is merged away" }) },
  { title: "MergeContact" },
);
export type MergeContact = Static<typeof MergeContact>;

export const contactMergedData = Type.Object({
  contactId: Type.String({ description: "The contact that lives on" }),
  mergedContactId: Type.String({ description: "The contact that was merged away" }),
  undoableUntil: Timestamp,
});

export const MergeSuggestion = Type.Object(
  {
    contact: Contact,
    score: Type.Number({ description: "0 to 1; the surest first" }),
    reasons: Type.Array(
      Words(["phone", "email", "username", "name"], {
        description: "The same number, national variants included; the same e-mail; the same username or name on another kind of channel",
      }),
    ),
  },
  { title: "MergeSuggestion" },
);
export type MergeSuggestion = Static<typeof MergeSuggestion>;

export const MergeSuggestionList = ListOf(MergeSuggestion);
export const ListMergeSuggestionsQuery = listQuery({});

export const DismissMergeSuggestion = Type.Object(
  { contactId: Type.String({ maxLength: 100, description: "The contact that is somebody else" }) },
  { title: "DismissMergeSuggestion" },
);
export const DismissedMergeSuggestion = Type.Object(
  { contactId: Type.String(), dismissed: Type.Literal(true) },
  { title: "DismissedMergeSuggestion" },
);
