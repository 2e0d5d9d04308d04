import { type Static, Type } from "typebox";
import { ListOf, listQuery, NullableText, NullableTimestamp, Timestamp, StringEnum } from "#platform/http/schemas.ts";
import { Contact } from "../contacts.schema.ts";

export const MergeContact = Type.Object(
  { contactId: Type.String({ maxLength: 100, description: "The contact to merge into this one" }) },
  { title: "MergeContact" },
);
export type MergeContact = Static<typeof MergeContact>;

export const contactMergedData = Type.Object({
  contactId: Type.String({ description: "The remaining contact" }),
  mergedContactId: Type.String({ description: "The contact that was merged away" }),
  undoableUntil: Timestamp,
});

export const ContactMerge = Type.Object(
  {
    id: Type.String(),
    contactId: Type.String({ description: "The contact that the other was merged into" }),
    mergedContactId: Type.String({ description: "The contact that was merged away; POST /contacts/{mergedContactId}/unmerge undoes it" }),
    mergedContactName: NullableText(),
    mergedAt: Timestamp,
    mergedBy: NullableText({ description: "The API key or user" }),
    undoableUntil: NullableTimestamp({ description: "null when it has been undone or can no longer be undone" }),
    undoneAt: NullableTimestamp(),
    undoneBy: NullableText(),
  },
  { title: "ContactMerge" },
);
export type ContactMerge = Static<typeof ContactMerge>;

export const ContactMergeList = ListOf(ContactMerge);
export const ListContactMergesQuery = listQuery({});

export const MergeSuggestion = Type.Object(
  {
    contact: Contact,
    score: Type.Number({ description: "0 to 1; most likely first" }),
    reasons: Type.Array(
      StringEnum(["phone", "email", "username", "name"], {
        description: "The same number, including national variants; the same e-mail; the same username or name on another kind of channel",
      }),
    ),
  },
  { title: "MergeSuggestion" },
);
export type MergeSuggestion = Static<typeof MergeSuggestion>;

export const MergeSuggestionList = ListOf(MergeSuggestion);
export const ListMergeSuggestionsQuery = listQuery({});

export const DismissMergeSuggestion = Type.Object(
  { contactId: Type.String({ maxLength: 100, description: "The contact that is a different person" }) },
  { title: "DismissMergeSuggestion" },
);
export const DismissedMergeSuggestion = Type.Object(
  { contactId: Type.String(), dismissed: Type.Literal(true) },
  { title: "DismissedMergeSuggestion" },
);
