import { releaseMedia, type MediaService, retainMedia } from "#modules/channels/media/index.ts";
import { readViewer } from "#modules/inbox/visibility/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import { sqlState, type Tx } from "#platform/db/database.ts";
import { AppError, invalidField, notFound } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import * as queries from "./canned-replies.queries.ts";
import type { CannedReply, CreateCannedReply, RenderedReply, UpdateCannedReply } from "./canned-replies.schema.ts";
import { firstName, renderReply, replyVariables, unknownVariables, usedVariables } from "./variables.ts";

export interface CannedRepliesDeps {
  ids: IdSource;
  media: Pick<MediaService, "get">;
}

export function createCannedRepliesService(deps: CannedRepliesDeps) {
  async function find(tx: Tx, wire: string, lock = false): Promise<queries.CannedReplyRow> {
    const id = parseWireId("can", wire);
    const row = id === null ? null : await queries.findCannedReply(tx, id, lock);
    if (row === null) throw notFound(wire);
    return row;
  }

  /** `had`: stay, also if they are not visible to the caller. */
  async function mediaOf(ctx: TxContext, wires: string[], had: readonly string[] = []): Promise<string[]> {
    const ids: string[] = [];
    for (const wire of wires) {
      const id = parseWireId("med", wire);
      if (id === null || !had.includes(id)) await deps.media.get(ctx.tx, wire, await readViewer(ctx));
      ids.push(id as string);
    }
    return [...new Set(ids)];
  }

  /**
   * Uploads of a reply are kept as long as it has them, whether or not they are ever sent; an inbound file goes with its message. Called
   * after the row was written.
   */
  async function holdMedia({ tx }: TxContext, before: readonly string[], after: readonly string[]): Promise<void> {
    // In the order of their ids, so that two replies with the same media do not wait for each other.
    for (const id of [...new Set([...before, ...after])].sort()) {
      if (!after.includes(id)) await releaseMedia(tx, id);
      else if (!before.includes(id) && (await retainMedia(tx, wireId("med", id))) === null) throw notFound(wireId("med", id));
    }
  }

  return {
    /** Throws not_found. */
    async get(tx: Tx, wire: string): Promise<CannedReply> {
      return renderCannedReply(await find(tx, wire));
    },

    list: queries.listCannedReplies,

    /**
     * 400 for a variable outside the list; 404 for unknown media; 409 already_exists, naming the reply that has the
     * shortcut.
     */
    async create(ctx: TxContext, input: CreateCannedReply): Promise<CannedReply> {
      refuseUnknown(input.content, "content");
      const id = deps.ids.uuid();
      const values = { ...texts(input), media_ids: await mediaOf(ctx, input.mediaIds ?? []) };
      const row = await queries.insertCannedReply(ctx.tx, ctx.now, id, values);
      if (row === null) throw alreadyExists((await queries.cannedReplyByShortcut(ctx.tx, values.shortcut))?.id ?? null);
      await holdMedia(ctx, [], values.media_ids);
      await recordAudit(ctx, deps.ids, "canned_reply.created", wireId("can", id));
      return renderCannedReply(row);
    },

    async update(ctx: TxContext, wire: string, input: UpdateCannedReply): Promise<CannedReply> {
      const row = await find(ctx.tx, wire, true);
      if (input.content !== undefined) refuseUnknown(input.content, "content");
      const values = {
        ...texts({ shortcut: input.shortcut ?? row.shortcut, title: input.title ?? row.title, content: input.content ?? row.content }),
        media_ids: input.mediaIds === undefined ? row.media_ids : await mediaOf(ctx, input.mediaIds, row.media_ids),
      };
      const holder = await queries.cannedReplyByShortcut(ctx.tx, values.shortcut);
      if (holder !== null && holder.id !== row.id) throw alreadyExists(holder.id);
      const changed = await queries.updateCannedReply(ctx.tx, ctx.now, row.id, values).catch((error: unknown) => {
        // Another reply has taken the shortcut since the check above. The failed transaction can no longer be queried for it.
        throw sqlState(error) === "23505" ? alreadyExists(null) : error;
      });
      await holdMedia(ctx, row.media_ids, values.media_ids);
      const fields = (["shortcut", "title", "content", "mediaIds"] as const).filter((field) => input[field] !== undefined);
      await recordAudit(ctx, deps.ids, "canned_reply.updated", wire, { fields });
      return renderCannedReply(changed);
    },

    async delete(ctx: TxContext, wire: string): Promise<{ id: string; deleted: true }> {
      const row = await find(ctx.tx, wire, true);
      await queries.deleteCannedReply(ctx.tx, row.id);
      await holdMedia(ctx, row.media_ids, []);
      await recordAudit(ctx, deps.ids, "canned_reply.deleted", wire);
      return { id: wire, deleted: true };
    },

    /** Renders the reply for a conversation and counts it as used. Throws not_found. */
    async render(ctx: TxContext, wire: string, conversation: string): Promise<RenderedReply> {
      const row = await find(ctx.tx, wire);
      const filled = await fill(ctx, row.content, conversation);
      await queries.countUse(ctx.tx, ctx.now, row.id);
      return { id: wire, conversationId: conversation, ...filled, mediaIds: row.media_ids.map((id) => wireId("med", id)) };
    },

    fill,

    /** The reply with a shortcut, regardless of case; null if there is none. Returns the stored id. */
    async byShortcut(tx: Tx, shortcut: string): Promise<{ id: string; shortcut: string } | null> {
      const found = await queries.cannedReplyByShortcut(tx, shortcut);
      return found === null ? null : ((await queries.shortcutsOf(tx, [found.id]))[0] ?? null);
    },

    /** By stored id; deleted replies are left out. */
    async shortcuts(tx: Tx, ids: string[]): Promise<Map<string, string>> {
      return new Map((await queries.shortcutsOf(tx, ids)).map((row) => [row.id, row.shortcut]));
    },

    /** For callers that render with `fill` and send the reply themselves. */
    async countUse(ctx: TxContext, wire: string): Promise<void> {
      const id = parseWireId("can", wire);
      if (id !== null) await queries.countUse(ctx.tx, ctx.now, id);
    },
  };

  /** Fills in the variables of any text, for a conversation. Throws not_found. */
  async function fill(ctx: TxContext, content: string, conversation: string): Promise<{ text: string; missing: string[] }> {
    const id = parseWireId("conv", conversation);
    const acting = ctx.actor.kind === "member" ? ctx.actor.id : null;
    const around = id === null ? null : await queries.readReplyContext(ctx.tx, id, acting, await readViewer(ctx));
    if (around === null) throw notFound(conversation);
    return renderReply(content, {
      "contact.name": around.contact_name,
      "contact.firstName": firstName(around.contact_name),
      "contact.phone": around.contact_phone,
      "contact.email": around.contact_email,
      "agent.name": around.agent_name,
      "agent.firstName": firstName(around.agent_name),
      "channel.name": around.channel_name,
      "organization.name": around.organization_name,
    });
  }
}

export type CannedRepliesService = ReturnType<typeof createCannedRepliesService>;

/** Throws validation_error with the field. */
export function refuseUnknown(content: string, field: string): void {
  const unknown = unknownVariables(content);
  if (unknown.length > 0) {
    throw invalidField(
      field,
      "unknown",
      `Unknown variable: ${unknown.map((name) => name.slice(0, 50)).join(", ")}. The variables are ${replyVariables.join(", ")}.`,
    );
  }
}

function texts(input: { shortcut: string; title: string; content: string }) {
  for (const field of ["title", "content"] as const) if (input[field].trim() === "") throw invalidField(field, "too_short");
  return { shortcut: input.shortcut, title: input.title.trim(), content: input.content };
}

function alreadyExists(id: string | null): AppError {
  return new AppError("already_exists", {
    message: "A canned reply with this shortcut already exists. Case is ignored.",
    details: [{ field: "shortcut", issue: "exists", ...(id === null ? {} : { id: wireId("can", id) }) }],
  });
}

export function renderCannedReply(row: queries.CannedReplyRow): CannedReply {
  return {
    id: wireId("can", row.id),
    shortcut: row.shortcut,
    title: row.title,
    content: row.content,
    variables: usedVariables(row.content),
    mediaIds: row.media_ids.map((id) => wireId("med", id)),
    usageCount: row.usage_count,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
