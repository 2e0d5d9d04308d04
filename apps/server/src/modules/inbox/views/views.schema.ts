import { type Static, Type } from "typebox";
import {
  ConversationCounts,
  ConversationFilters,
  ConversationSort,
  conversationSorts,
  ShownFilters,
} from "#modules/inbox/conversations/index.ts";
import { IdList } from "#platform/http/reading/id-list.ts";
import { ListOf, listQuery, Timestamp, StringEnum } from "#platform/http/schemas.ts";

export const visibilities = ["private", "shared"] as const;

export const View = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    visibility: StringEnum(visibilities, { description: "private: only for its owner" }),
    ownerId: Type.String({ description: "The member or API key that created it" }),
    filters: ShownFilters,
    sort: StringEnum(conversationSorts),
    counts: Type.Optional(ConversationCounts),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "View" },
);
export type View = Static<typeof View>;

const name = Type.String({ minLength: 1, maxLength: 100 });

export const CreateView = Type.Object(
  {
    name,
    visibility: Type.Optional(StringEnum(visibilities, { default: "private" })),
    filters: ConversationFilters,
    sort: Type.Optional(ConversationSort),
  },
  { title: "CreateView" },
);
export type CreateView = Static<typeof CreateView>;

export const UpdateView = Type.Object(
  {
    name: Type.Optional(name),
    visibility: Type.Optional(StringEnum(visibilities)),
    filters: Type.Optional(ConversationFilters),
    sort: Type.Optional(StringEnum(conversationSorts)),
  },
  { title: "UpdateView", description: "Omitted fields keep their values; filters replaces all filters" },
);
export type UpdateView = Static<typeof UpdateView>;

export const ViewList = ListOf(View);
const include = Type.Optional(
  StringEnum(["counts"], { description: "counts: the number of conversations in the view and how many are unread" }),
);

export const ListViewsQuery = listQuery({ visibility: Type.Optional(StringEnum(visibilities)), include });
export const GetViewQuery = Type.Object({ include });
export const ListViewConversationsQuery = listQuery({ ids: IdList("conversations") });
