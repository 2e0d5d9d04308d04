import { type Static, Type } from "typebox";
import { ListOf, listQuery, NullableTimestamp, Timestamp } from "#platform/http/schemas.ts";
import { replyVariables } from "./variables.ts";

const mediaMax = 10;

const shortcut = Type.String({
  minLength: 1,
  maxLength: 50,
  pattern: "^[^\\s/]+$",
  description: "What an agent types after a slash; unique, case-insensitive",
});
const title = Type.String({ minLength: 1, maxLength: 200 });
const content = Type.String({
  title: "CannedReplyContent",
  minLength: 1,
  maxLength: 10_000,
  description: `Can contain variables such as {{contact.firstName|there}}, where \`there\` is the fallback: ${replyVariables.join(", ")}`,
});
const mediaIds = Type.Array(Type.String({ maxLength: 100 }), { maxItems: mediaMax, description: "Media sent after the text" });

export const CannedReply = Type.Object(
  {
    id: Type.String(),
    shortcut: Type.String(),
    title: Type.String(),
    content: Type.String(),
    variables: Type.Array(Type.String(), { description: "Variables used in the content" }),
    mediaIds: Type.Array(Type.String()),
    usageCount: Type.Integer({ description: "How often it was rendered or sent by a macro" }),
    lastUsedAt: NullableTimestamp(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "CannedReply" },
);
export type CannedReply = Static<typeof CannedReply>;

export const CreateCannedReply = Type.Object(
  { shortcut, title, content, mediaIds: Type.Optional(mediaIds) },
  { title: "CreateCannedReply" },
);
export type CreateCannedReply = Static<typeof CreateCannedReply>;

export const UpdateCannedReply = Type.Object(
  {
    shortcut: Type.Optional(shortcut),
    title: Type.Optional(title),
    content: Type.Optional(content),
    mediaIds: Type.Optional(mediaIds),
  },
  { title: "UpdateCannedReply", description: "Omitted fields keep their values" },
);
export type UpdateCannedReply = Static<typeof UpdateCannedReply>;

export const CannedReplyList = ListOf(CannedReply);
export const ListCannedRepliesQuery = listQuery({
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: "Part of the shortcut, title or content" })),
});

export const RenderReply = Type.Object({ conversationId: Type.String({ minLength: 1, maxLength: 100 }) }, { title: "RenderReply" });

export const RenderedReply = Type.Object(
  {
    id: Type.String(),
    conversationId: Type.String(),
    text: Type.String({ description: "Missing variables appear as they are written" }),
    missing: Type.Array(Type.String(), { description: "Variables without a value for this conversation and without a fallback" }),
    mediaIds: Type.Array(Type.String()),
  },
  { title: "RenderedReply" },
);
export type RenderedReply = Static<typeof RenderedReply>;
