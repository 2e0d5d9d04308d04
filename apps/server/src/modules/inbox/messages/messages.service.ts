import { type Actor, authorOf } from "#platform/auth/actor.ts";
import type { ConnectorDescription, PersonRef } from "@parley/connector-kit";
import type { ChannelDirectory, KnownChannel } from "#modules/channels/channels/index.ts";
import { type EntitlementsService, exceeded, type Remaining } from "#modules/organizations/entitlements/index.ts";
import type { MediaService, MessageMedia } from "#modules/channels/media/index.ts";
import { holdMembers } from "#modules/organizations/tenants/index.ts";
import { templateText } from "#modules/channels/templates/index.ts";
import { readViewer } from "#modules/inbox/visibility/index.ts";
import { type Database, sqlState, type Tx } from "#platform/db/database.ts";
import { retryConflicts } from "#platform/db/conflicts.ts";
import { createGroupCommit } from "#platform/db/group-commit.ts";
import { AppError, notFound } from "#platform/errors/app-error.ts";
import { type ErrorCode, errorCatalog } from "#platform/errors/catalog.ts";
import { type Origin, setOrigin } from "#platform/events/origin.ts";
import type { Context, TxContext } from "#platform/http/context.ts";
import type { BatchedResponse, IdempotencyRequest } from "#platform/http/route.ts";
import type { Idempotency } from "#platform/idempotency/idempotency.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import { accountOf, personKey } from "#platform/phone/address-key.ts";
import {
  type AcceptResult,
  acceptOutbound,
  attachMedia,
  findMessage,
  findTarget,
  isHiddenConversation,
  settleIdempotency,
} from "./messages.queries.ts";
import { messageAllowance } from "./message-allowance.ts";
import type { Message, SendMessage } from "./messages.schema.ts";
import { checkOutbound } from "./checking/outbound-check.ts";
import { declaredContent } from "./checking/outbound-content.ts";
import { mediaToSend, refuseUnexpectedMedia } from "./checking/outbound-media.ts";
import { checkTemplate } from "./checking/template-check.ts";
import { windowRefusal, windowRules } from "./checking/window-rules.ts";

export interface MessagesDeps {
  database: Database;
  directory: ChannelDirectory;
  media: MediaService;
  idempotency: Idempotency;
  ids: IdSource;
  wake: Wake;
  entitlements: Pick<EntitlementsService, "remaining" | "take">;
  /**
   * The consequences of people's replies, in the transaction of their messages. `by`: the member, or the key that acts
   * for a person.
   */
  repliedTo(tx: Tx, now: Date, replies: { conversationId: string; by: Actor }[]): Promise<void>;
}

/** An item of a batch: the input of accept_outbound() (functions/accept_outbound.sql), and what the response shows. */
interface Item {
  row: Record<string, unknown> & { idem: string | null };
  media: MessageMedia[];
  /** The member who replies to the customer, or the key that acts for a person; false for software, and for what is not a reply (a reaction). */
  repliedBy: Actor | false;
  answer: (conversationId: string, contactId: string) => Message;
}

/** A message that has been checked and waits for its transaction. */
export interface PreparedMessage {
  item: Item;
  description: ConnectorDescription;
}

/** Our own software that writes automatically; `id` is the wire id. */
export interface MessageAuthor {
  kind: "chatbot" | "flow";
  id: string;
}

interface Outcome {
  outcome: string;
  body: string;
  /** The exhausted limit. */
  remaining?: Remaining;
}

const usedUpOutcome = "entitlement_exceeded";

/** Lower is sent first; a broadcast's is 9. */
const priorities = { person: 0, api: 5 };

export function createMessagesService(deps: MessagesDeps) {
  const accepts = createGroupCommit<Item & { now: Date }, Outcome>({ database: deps.database, lanes: 3, batchMax: 128, execute });

  /** Runs in the tenant's transaction. */
  async function execute(tx: Tx, items: (Item & { now: Date })[]): Promise<Outcome[]> {
    const now = items[0]?.now ?? new Date();
    const rows = items.map((item, n) => ({ ...item.row, n }));
    // A conversation may become theirs.
    await holdMembers(tx, [...new Set(items.flatMap(({ repliedBy: by }) => (by !== false && by.kind === "member" ? [by.id] : [])))]);
    let results = await acceptOutbound(tx, now, rows, false);
    let usedUp: Remaining | undefined;
    if (results.length === 0) ({ results, usedUp } = await acceptCounted(tx, now, rows));
    const refusedAll: Outcome =
      usedUp === undefined ? { outcome: "app_inactive", body: "" } : { outcome: usedUpOutcome, body: "", remaining: usedUp };
    const outcomes: Outcome[] = items.map(() => refusedAll);
    const answered: { key: string; body: string }[] = [];
    const refused: string[] = [];
    const withMedia: { id: string; media: MessageMedia[] }[] = [];
    const replies: { conversationId: string; by: Actor }[] = [];
    for (const result of results) {
      const item = items[result.n] as Item;
      const accepted = result.outcome === "accepted";
      const body = accepted ? JSON.stringify(item.answer(result.conversation_id, result.contact_id)) : "";
      outcomes[result.n] = { outcome: result.outcome, body };
      if (accepted && item.media.length > 0) withMedia.push({ id: String(item.row["msg"]), media: item.media });
      if (accepted && item.repliedBy !== false) replies.push({ conversationId: result.conversation_id, by: item.repliedBy });
      if (item.row.idem === null || result.outcome === "replay") continue;
      if (accepted) answered.push({ key: item.row.idem, body });
      else refused.push(item.row.idem);
    }
    await attachMedia(tx, withMedia);
    if (replies.length > 0) await deps.repliedTo(tx, now, replies);
    // If two requests of a batch share a key, the refused first one must not free the key that the second waits for.
    await settleIdempotency(tx, answered, refused);
    return outcomes;
  }

  /**
   * A message written by a flow's request carries its origin, a setting of the transaction, so it shares its transaction with no other
   * message.
   */
  async function acceptOf(tenantId: string, origin: Origin, item: Item & { now: Date }): Promise<Outcome> {
    const [outcome] = await retryConflicts(() =>
      deps.database.withTenant(tenantId, async (tx) => {
        await setOrigin(tx, origin);
        return execute(tx, [item]);
      }),
    );
    return outcome as Outcome;
  }

  /**
   * For a tenant with limited messages: accepts as many as remain, in order; one refused for another reason leaves its place to the next.
   * `usedUp`: nothing remains for those without a result. The count is taken at the end, because the tenant's other batches wait from there
   * on; throws if they have taken it meanwhile, and the group commit then runs the messages one by one.
   */
  async function acceptCounted(
    tx: Tx,
    now: Date,
    rows: Record<string, unknown>[],
  ): Promise<{ results: AcceptResult[]; usedUp?: Remaining }> {
    const remaining = await deps.entitlements.remaining(tx, now, messageAllowance.name);
    // The limit was removed meanwhile: accept all.
    if (remaining === null) return { results: await acceptOutbound(tx, now, rows, true) };
    const waiting = rows.filter((row) => row["type"] !== "reaction");
    let free = rows.filter((row) => row["type"] === "reaction");
    const results: AcceptResult[] = [];
    const left = Math.max(0, remaining.limit - remaining.usage);
    let accepted = 0;
    for (;;) {
      const next = waiting.splice(0, left - accepted);
      const part = [...free, ...next];
      free = [];
      if (part.length === 0) break;
      const partResults = await acceptOutbound(tx, now, part, true);
      // The app was switched off meanwhile: accepted messages stay accepted, the rest is refused.
      if (partResults.length === 0) break;
      results.push(...partResults);
      accepted += partResults.filter((result) => result.outcome === "accepted" && rows[result.n]?.["type"] !== "reaction").length;
    }
    await deps.entitlements.take(tx, now, messageAllowance.name, accepted);
    return waiting.length === 0 || accepted < left
      ? { results }
      : { results, usedUp: { limit: remaining.limit, usage: remaining.usage + accepted } };
  }

  async function prepare(ctx: Context, input: SendMessage, channel: KnownChannel, as?: MessageAuthor): Promise<Item> {
    const { description } = channel.installed.connector;
    checkOutbound(input, description);
    const carried = await mediaToSend(deps.media, ctx, input, description);
    if (carried === null) refuseUnexpectedMedia(input);
    const { content, text } = carried ?? (await storedContent(ctx, input, channel));
    const recipient = channel.installed.connector.parseRecipient(input.to);
    if (recipient === null) throw new AppError("recipient_invalid", { details: [{ field: "to", issue: "invalid_format" }] });
    if (ctx.session !== null && (await isHidden(ctx, channel, recipient))) throw notFound();
    const about = input.type === "reaction" ? (content as { messageId?: string } | null)?.messageId : input.replyToId;
    const target = about === undefined ? null : await findTargetOf(ctx, about, channel, recipient);
    const byPerson = ctx.actor.kind === "member" || input.humanAgent === true;
    const author = as ?? authorOf(ctx.actor);
    const id = deps.ids.uuid();
    const to = recipient.address ?? recipient.providerUserId ?? "";
    const media = carried === null ? [] : [carried.shown];
    const createdAt = ctx.now.toISOString();
    return {
      row: {
        msg: id,
        chan: channel.id,
        kind: channel.kind,
        acct: accountOf(description, channel.externalId),
        addr: recipient.address ?? null,
        akey: personKey(description, recipient),
        puid: recipient.providerUserId ?? null,
        cnt: deps.ids.uuid(),
        cid: deps.ids.uuid(),
        conv: deps.ids.uuid(),
        type: input.type,
        text,
        content,
        akind: author.kind,
        aid: author.id,
        cref: input.clientReference ?? null,
        rep: target,
        prio: byPerson ? priorities.person : priorities.api,
        ...windowRules(description.window, input.type, byPerson),
        idem: null,
        fp: null,
        // The log orders by id within a transaction: contact, conversation, message.
        e3: deps.ids.uuid(),
        e2: deps.ids.uuid(),
        e1: deps.ids.uuid(),
        pair: description.limits.pairIntervalMs,
        burst: description.limits.pairBurst,
        frm: channel.externalId,
      },
      media,
      repliedBy: byPerson && as === undefined && input.type !== "reaction" ? ctx.actor : false,
      answer: (conversationId, contactId) => ({
        id: wireId("msg", id),
        conversationId: wireId("conv", conversationId),
        channelId: wireId("chn", channel.id),
        contactId: wireId("cnt", contactId),
        direction: "outbound",
        type: input.type,
        from: channel.externalId,
        to,
        text,
        content,
        media,
        replyToId: target === null ? null : wireId("msg", target),
        reactions: [],
        status: "queued",
        statusAt: { sent: null, delivered: null, read: null, failed: null },
        error: null,
        externalId: null,
        clientReference: input.clientReference ?? null,
        author,
        isNote: false,
        mentions: [],
        editedAt: null,
        deletedAt: null,
        occurredAt: createdAt,
        createdAt,
      }),
    };
  }

  /** Content and text as stored: the fields that the schema declares; a template's variables are checked against it and filled in. */
  async function storedContent(
    ctx: Context,
    input: SendMessage,
    channel: KnownChannel,
  ): Promise<{ content: Record<string, unknown> | null; text: string | null }> {
    if (input.type !== "template") return { content: declaredContent(input.type, input.content), text: input.text ?? null };
    const content = input.content as { name: string; language: string; variables?: unknown[] };
    const known = await deps.directory.template(ctx.tenantId, channel.id, content.name, content.language);
    checkTemplate(content, known, channel.templatesSynced);
    return { content: { ...input.content, variables: content.variables ?? [] }, text: templateText(known, content) };
  }

  /** A member may not write into a conversation that they may not see: to them it does not exist. */
  async function isHidden(ctx: Context, channel: KnownChannel, recipient: PersonRef): Promise<boolean> {
    const { description } = channel.installed.connector;
    return deps.database.withTenant(ctx.tenantId, async (tx) => {
      const viewer = await readViewer({ ...ctx, tx });
      return (
        viewer !== null &&
        isHiddenConversation(tx, viewer, {
          channelId: channel.id,
          kind: channel.kind,
          account: accountOf(description, channel.externalId),
          key: personKey(description, recipient),
          providerUserId: recipient.providerUserId ?? null,
        })
      );
    });
  }

  /** The message quoted or reacted to: of the same person on the same channel, and known to the platform. */
  async function findTargetOf(ctx: Context, wire: string, channel: KnownChannel, recipient: PersonRef): Promise<string> {
    const id = parseWireId("msg", wire);
    const found =
      id === null
        ? null
        : await deps.database.withTenant(ctx.tenantId, async (tx) => findTarget(tx, id, channel.id, await readViewer({ ...ctx, tx })));
    if (found === null) throw notFound(wire);
    const key = personKey(channel.installed.connector.description, recipient);
    const same =
      (key !== null && found.address_key === key) ||
      (recipient.providerUserId !== undefined && found.provider_user_id === recipient.providerUserId);
    if (!same) throw notFound(wire);
    if (found.external_id === null) {
      throw new AppError("conflict", { message: "The platform does not have this message (yet), so it cannot be quoted or reacted to." });
    }
    return found.id;
  }

  return {
    /**
     * Accepts a message for sending: stored with its event before the response. Throws not_found (channel, quoted message), conflict (the
     * quoted message has not been sent), recipient_invalid, unsupported_by_channel, template_*, window_closed, recipient_opted_out,
     * channel_not_connected, app_inactive, entitlement_exceeded.
     */
    async accept(ctx: Context, input: SendMessage, idempotency: IdempotencyRequest | null): Promise<BatchedResponse> {
      let item: Item;
      let channel: KnownChannel | null;
      try {
        const channelId = parseWireId("chn", input.channelId);
        channel = channelId === null ? null : await deps.directory.find(ctx.tenantId, channelId);
        if (channel === null) throw notFound(input.channelId);
        item = await prepare(ctx, input, channel);
      } catch (error) {
        // A request that is refused today may repeat one accepted yesterday, and then gets its first answer.
        const known = idempotency !== null && error instanceof AppError ? await deps.idempotency.stored(ctx.tenantId, idempotency) : null;
        if (known === null) throw error;
        return { body: known, replayed: true };
      }
      if (idempotency !== null) {
        item.row.idem = idempotency.key;
        item.row["fp"] = idempotency.fingerprint.toString("hex");
      }
      const dated = { ...item, now: ctx.now };
      const accepting = ctx.origin === undefined ? accepts.run(ctx.tenantId, dated) : acceptOf(ctx.tenantId, ctx.origin, dated);
      const { outcome, body, remaining } = await accepting.catch((error: unknown) => {
        throw idempotency !== null && isLockTimeout(error) ? new AppError("idempotency_in_progress", { retryAfterSeconds: 1 }) : error;
      });
      if (outcome === "accepted") {
        deps.wake.hint("outbound");
        deps.wake.hint("events");
        return { body, replayed: false };
      }
      if ((outcome === "app_inactive" || outcome === usedUpOutcome) && idempotency !== null) {
        // Nothing was claimed. A message accepted while the app was active, or while something remained, gets its first
        // answer.
        const known = await deps.idempotency.stored(ctx.tenantId, idempotency);
        if (known !== null) return { body: known, replayed: true };
      }
      if (outcome === "replay" && idempotency !== null)
        return { body: await deps.idempotency.replay(ctx.tenantId, idempotency), replayed: true };
      if (remaining !== undefined) throw exceeded(messageAllowance.name, remaining);
      throw refusal(outcome, channel.installed.connector.description);
    },

    /**
     * The first half of `accept`, for callers with their own transaction: everything that needs no lock, outside any transaction. Throws
     * what `accept` throws, except for what only `acceptWithin` can detect. `as`: the author, if not the actor.
     */
    async prepare(ctx: Context, input: SendMessage, as?: MessageAuthor): Promise<PreparedMessage> {
      const channelId = parseWireId("chn", input.channelId);
      const channel = channelId === null ? null : await deps.directory.find(ctx.tenantId, channelId);
      if (channel === null) throw notFound(input.channelId);
      return { item: await prepare(ctx, input, channel, as), description: channel.installed.connector.description };
    },

    /**
     * The second half, inside the caller's transaction, which holds the locks on the member who replies, if it is one, then the person and
     * the conversation. The caller wakes the dispatcher after the commit (`sent`).
     */
    async acceptWithin(ctx: TxContext, { item, description }: PreparedMessage): Promise<Message> {
      const rows = [{ ...item.row, n: 0 }];
      let results = await acceptOutbound(ctx.tx, ctx.now, rows, false);
      let usedUp: Remaining | undefined;
      if (results.length === 0) ({ results, usedUp } = await acceptCounted(ctx.tx, ctx.now, rows));
      if (usedUp !== undefined) throw exceeded(messageAllowance.name, usedUp);
      const [result] = results;
      if (result === undefined) throw new AppError("app_inactive");
      if (result.outcome !== "accepted") throw refusal(result.outcome, description);
      if (item.media.length > 0) await attachMedia(ctx.tx, [{ id: String(item.row["msg"]), media: item.media }]);
      if (item.repliedBy !== false) await deps.repliedTo(ctx.tx, ctx.now, [{ conversationId: result.conversation_id, by: item.repliedBy }]);
      return item.answer(result.conversation_id, result.contact_id);
    },

    /** Call it after `acceptWithin`'s transaction has committed. */
    sent(): void {
      deps.wake.hint("outbound");
    },

    async get(ctx: TxContext, wire: string) {
      const id = parseWireId("msg", wire);
      const row = id === null ? null : await findMessage(ctx.tx, id, await readViewer(ctx));
      if (row === null) throw notFound(wire);
      return row;
    },
  };
}

export type MessagesService = ReturnType<typeof createMessagesService>;

/** From the claim's lock_timeout: another process is still answering a request with the same key. */
function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === "55P03" && /"idempotency_keys"/.test(String((error as { where?: unknown }).where));
}

function refusal(outcome: string, description: ConnectorDescription): AppError {
  const closed = windowRefusal(outcome, description.window);
  if (closed !== null) return closed;
  if (!Object.hasOwn(errorCatalog, outcome)) throw new Error(`accept_outbound answered ${outcome}`);
  if (outcome === "recipient_opted_out") return new AppError("recipient_opted_out", { details: [{ field: "to", issue: "not_allowed" }] });
  if (outcome === "channel_not_connected")
    return new AppError("channel_not_connected", { details: [{ field: "channelId", issue: "not_allowed" }] });
  return new AppError(outcome as ErrorCode);
}
