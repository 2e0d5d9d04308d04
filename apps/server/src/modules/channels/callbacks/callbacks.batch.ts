import type {
  ChannelConnector,
  ConnectorDescription,
  InboundMessageEvent,
  MessageStatusEvent,
  NormalizedEvent,
} from "@parley/connector-kit";
import type { ChannelsService, ConnectorRegistry } from "#modules/channels/channels/index.ts";
import {
  type AnswerHandler,
  type CallHandler,
  type InboundHandler,
  type InboundSettings,
  hasCustomerText,
  type StoredMessage,
} from "#modules/channels/inbound/index.ts";
import { announceMedia } from "#modules/channels/media/index.ts";
import type { TemplatesService } from "#modules/channels/templates/index.ts";
import type { Tx } from "#platform/db/database.ts";
import { withRemedy } from "#platform/errors/remedies.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import type { Topic, Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import { accountOf, personKey } from "#platform/phone/address-key.ts";
import { matchedPart } from "#platform/text/matched.ts";
import { applyRest, changeIdentity } from "./callbacks.apply.ts";
import { lockWriters } from "./callbacks.locks.queries.ts";
import { matchOwnEchoes } from "./callbacks.echoes.ts";
import { applyReadMarks } from "./callbacks.marks.ts";
import { applyStatuses, type InboundRow, readInboundSettings, receiveMessages, type Verdict } from "./callbacks.queries.ts";
import { close, isOrphaned, retryLater, waitForTarget } from "./callbacks.verdicts.ts";
import { findChannelFacts } from "./callbacks.targets.queries.ts";

/** Opaque here: only the module that recognises answers knows their shape. */
type Answer = unknown;

export interface BatchDeps {
  registry: ConnectorRegistry;
  channels: ChannelsService;
  templates: TemplatesService;
  ids: IdSource;
  wake: Wake;
  log: Log;
  /** What modules do with the messages, in this order, in the transaction that stores them. */
  handlers: readonly InboundHandler[];
  answers: AnswerHandler<Answer>;
  calls: CallHandler;
  random?: () => number;
}

/** All other kinds are applied one by one. */
const batchedKinds: ReadonlySet<NormalizedEvent["kind"]> = new Set(["message", "status", "identity_changed", "read_mark"]);

interface ChannelFacts {
  externalId: string;
  connector: ChannelConnector;
  description: ConnectorDescription;
}
interface ParsedItem {
  row: InboundRow;
  channel: ChannelFacts;
  events: NormalizedEvent[];
}
interface Item {
  p: ParsedItem;
  e: InboundMessageEvent;
  media: ReturnType<typeof announceMedia>;
  /**
   * Shown in the inbox but not processed by software: another app answers it, or it replaces a message that was edited before it arrived.
   */
  context: boolean;
}
export interface AppliedBatch {
  verdicts: Verdict[];
  /** The channels with inbound messages. */
  inboundChannels: Set<string>;
  /** Topics with new work once the transaction has committed. */
  topics: Set<Topic>;
}

/**
 * Applies stored inbound events of one tenant in the order of their dependencies: echoes of our own messages, messages, statuses and read
 * marks, each kind as one batch; then the rest one by one.
 */
export function createInboundBatch(deps: BatchDeps) {
  const random = deps.random ?? Math.random;
  const facts = new Map<string, { readAt: number; found: ChannelFacts | null }>();
  deps.wake.on("routes", () => facts.clear());

  async function factsOf(tx: Tx, channelId: string): Promise<ChannelFacts | null> {
    const known = facts.get(channelId);
    if (known !== undefined && performance.now() - known.readAt < 5_000) return known.found;
    const [row] = await findChannelFacts(tx, channelId);
    const connector = row === undefined ? undefined : deps.registry.byKind(row.kind)?.connector;
    const found =
      row === undefined || connector === undefined ? null : { externalId: row.external_id, connector, description: connector.description };
    if (facts.size > 20_000) facts.clear();
    facts.set(channelId, { readAt: performance.now(), found });
    return found;
  }

  /** Can be run again after a rollback. */
  async function apply(tx: Tx, rows: InboundRow[], now: Date): Promise<AppliedBatch> {
    const inboundChannels = new Set<string>();
    const verdicts = new Map<InboundRow, Verdict>();
    const parsed: ParsedItem[] = [];
    const ordered = [...rows].sort((a, b) => a.rank - b.rank || (a.seq < b.seq ? -1 : 1));
    for (const row of ordered) {
      const channel = await factsOf(tx, row.channel_id);
      if (channel === null) {
        verdicts.set(row, close(row, now, "ignored", "the channel is gone"));
        continue;
      }
      try {
        parsed.push({ row, channel, events: channel.connector.normalize(JSON.parse(row.payload), row.received_at) });
      } catch (error) {
        deps.log.warn({ err: error, kind: channel.description.kind }, "an inbound event could not be understood");
        verdicts.set(row, retryLater(row, now, "could not be understood", random));
      }
    }
    const waiting = await matchOwnEchoes(tx, now, parsed);
    for (const p of parsed) if (isOrphaned(p.row, now)) p.events = p.events.flatMap(withOriginal);
    const topics = await receiveInOrder(tx, now, parsed);
    for (const p of parsed)
      if (p.events.some((e) => e.kind === "message" && e.direction === "inbound")) inboundChannels.add(p.row.channel_id);
    const orphans = await applyAllStatuses(tx, now, parsed);
    for (const p of waiting) orphans.add(p);
    for (const p of await applyReadMarks(tx, deps.ids, now, parsed)) orphans.add(p);
    for (const p of parsed) {
      for (const event of p.events) {
        if (event.kind === "call_ended") {
          const ended = await deps.calls.ended(tx, p.row.channel_id, event);
          for (const topic of ended.topics) topics.add(topic);
          if (!ended.known) orphans.add(p);
        } else if (!batchedKinds.has(event.kind) && !(await applyRest(tx, deps, now, p.row.channel_id, p.channel, event))) orphans.add(p);
      }
      const only = p.events.length === 1 ? p.events[0] : undefined;
      if (orphans.has(p)) verdicts.set(p.row, waitForTarget(p.row, now));
      else if (only?.kind === "ignored") verdicts.set(p.row, close(p.row, now, "ignored", only.reason.slice(0, 500)));
      else verdicts.set(p.row, close(p.row, now, "processed"));
    }
    return { verdicts: [...verdicts.values()], inboundChannels, topics };
  }

  /** Messages before a change of a person's number or id belong to the old identity, later ones to the new one. */
  async function receiveInOrder(tx: Tx, now: Date, parsed: ParsedItem[]): Promise<Set<Topic>> {
    let done = 0;
    const topics = new Set<Topic>();
    for (const [i, p] of parsed.entries()) {
      const changes = p.events.filter((e) => e.kind === "identity_changed");
      if (changes.length === 0) continue;
      await receiveAll(tx, now, parsed.slice(done, i), topics);
      for (const event of changes) await changeIdentity(tx, deps, now, p.channel, event);
      done = i;
    }
    await receiveAll(tx, now, parsed.slice(done), topics);
    return topics;
  }

  async function receiveAll(tx: Tx, now: Date, parsed: ParsedItem[], topics: Set<Topic>): Promise<void> {
    const items = parsed.flatMap((p) =>
      p.events
        .filter((e): e is InboundMessageEvent => e.kind === "message")
        .map((e) => ({ p, e, media: announceMedia(deps.ids, e.media), context: isContext(p, e) })),
    );
    if (items.length === 0) return;
    const settings = await readInboundSettings(tx);
    const receive = async (some: Item[], answers = false): Promise<number> => {
      if (some.length === 0) return 0;
      const messages = await storeMessages(tx, now, settings, some);
      for (const handler of deps.handlers)
        for (const topic of (await handler.received?.(tx, now, { messages, settings, answers })) ?? []) topics.add(topic);
      const calls = messages.flatMap((message) => {
        const { callId: id, event } = message;
        return id === undefined || event.call === undefined ? [] : [{ id, message, offered: event.call }];
      });
      if (calls.length > 0) for (const topic of await deps.calls.received(tx, now, calls)) topics.add(topic);
      return messages.length;
    };
    const found = settings.surveysEnabled ? await findAnswers(tx, now, items) : new Map<number, Answer>();
    if (found.size === 0) {
      await receive(items);
      return;
    }
    // All locks come first, because each step would otherwise lock only its own rows.
    await lockWriters(
      tx,
      items.map(({ p, e }) => ({ chan: p.row.channel_id, ...senderOf(p, e) })),
    );
    // Answers are stored one by one among the other messages, so that the order is kept.
    let done = 0;
    for (const [n, answer] of found) {
      await receive(items.slice(done, n));
      done = n + 1;
      const only = items.slice(n, n + 1);
      const taken = await deps.answers.take(tx, now, answer, async () => (await receive(only, true)) > 0);
      if (taken === null) await receive(only);
    }
    await receive(items.slice(done));
  }

  /** In the order of the items. */
  async function findAnswers(tx: Tx, now: Date, items: Item[]): Promise<Map<number, Answer>> {
    const writers = items.flatMap(({ p, e }, n) =>
      e.direction !== "inbound" || e.automatic === true || e.context === true || !hasCustomerText(e)
        ? []
        : [
            {
              n,
              text: e.text === null ? null : matchedPart(e.text),
              channelId: p.row.channel_id,
              kind: p.channel.description.kind,
              account: accountOf(p.channel.description, p.channel.externalId),
              key: personKey(p.channel.description, e.person),
              providerUserId: e.person.providerUserId ?? null,
            },
          ],
    );
    return new Map([...(await deps.answers.find(tx, now, writers))].sort(([a], [b]) => a - b));
  }

  /** Returns the messages that were not stored before. */
  async function storeMessages(tx: Tx, now: Date, settings: InboundSettings, items: Item[]): Promise<StoredMessage[]> {
    const reopenMs = settings.reopenWindowHours * 3_600_000;
    // Within a transaction the log orders by id: contacts, conversation, message.
    const eventIds = items.map(() => ({
      e4: deps.ids.uuid(),
      e3: deps.ids.uuid(),
      e5: deps.ids.uuid(),
      e2: deps.ids.uuid(),
      e1: deps.ids.uuid(),
    }));
    const callIds = await callsOf(tx, items);
    const results = await receiveMessages(
      tx,
      now,
      items.map(({ p, e, media, context }, n) => ({
        n,
        chan: p.row.channel_id,
        ...senderOf(p, e),
        addr: e.person.address ?? null,
        name: e.person.name ?? null,
        uname: e.person.username ?? null,
        ext: e.externalId,
        at: withMilliseconds(e.occurredAt, p.row.received_at),
        dir: e.direction,
        type: e.type,
        text: e.text,
        // The event includes it because it starts flows.
        content: contentOf(e, context, callIds.get(n)),
        media: media.map(({ shown }) => shown),
        repx: e.replyToExternalId ?? null,
        opens: e.opensWindow,
        auto: e.automatic === true,
        ours: p.channel.externalId,
        wms: p.channel.description.window.durationMs,
        reopen: reopenMs,
        msg: deps.ids.uuid(),
        cnt: deps.ids.uuid(),
        cid: deps.ids.uuid(),
        conv: deps.ids.uuid(),
        ...eventIds[n],
      })),
    );
    return results.flatMap(({ n, outcome, message_id, conversation_id, contact_id }) => {
      const { p, e, media, context } = items[n] as Item;
      if (outcome !== "stored") return [];
      return [
        {
          n,
          id: message_id,
          conversationId: conversation_id,
          contactId: contact_id,
          channelId: p.row.channel_id,
          channel: p.channel,
          event: e,
          at: withMilliseconds(e.occurredAt, p.row.received_at),
          context,
          eventId: eventIds[n]?.e2 as string,
          media,
          ...(callIds.has(n) ? { callId: callIds.get(n) as string } : {}),
        },
      ];
    });
  }

  /** Our ids of those calls that are to be answered, by position. */
  async function callsOf(tx: Tx, items: Item[]): Promise<Map<number, string>> {
    const channels = items.flatMap(({ p, e }) => (e.call === undefined ? [] : [p.row.channel_id]));
    if (channels.length === 0) return new Map();
    const answered = await deps.calls.answered(tx, [...new Set(channels)]);
    return new Map(
      items.flatMap(({ p, e }, n) => (e.call !== undefined && answered.has(p.row.channel_id) ? [[n, deps.ids.uuid()] as const] : [])),
    );
  }

  /** Statuses of the same message are applied one after the other, in rounds; those of different messages together. */
  async function applyAllStatuses(tx: Tx, now: Date, parsed: ParsedItem[]): Promise<Set<ParsedItem>> {
    const orphans = new Set<ParsedItem>();
    const rounds: { p: ParsedItem; e: MessageStatusEvent }[][] = [];
    const depth = new Map<string, number>();
    for (const p of parsed) {
      for (const e of p.events) {
        if (e.kind !== "status") continue;
        const key = `${p.row.channel_id}/${e.externalId}`;
        const round = depth.get(key) ?? 0;
        depth.set(key, round + 1);
        (rounds[round] ??= []).push({ p, e });
      }
    }
    for (const round of rounds) {
      const results = await applyStatuses(
        tx,
        now,
        round.map(({ p, e }, n) => ({
          n,
          chan: p.row.channel_id,
          ext: e.externalId,
          ref: e.reference === undefined ? null : parseWireId("msg", e.reference),
          st: e.status,
          at: e.occurredAt,
          ev: deps.ids.uuid(),
          err:
            e.error === undefined
              ? null
              : {
                  code: e.error.code,
                  providerCode: e.error.providerCode,
                  message: withRemedy(e.error.code, e.error.message, p.channel.description.window.typesOutside.includes("template")),
                  retryable: e.error.class === "retryable",
                },
        })),
      );
      const applied = results.flatMap(({ n, outcome, message_id: messageId }) => {
        const item = round[n];
        return outcome === "applied" && item !== undefined ? [{ messageId, channelId: item.p.row.channel_id, event: item.e }] : [];
      });
      if (applied.length > 0) for (const handler of deps.handlers) await handler.statusesApplied?.(tx, now, applied);
      for (const result of results) {
        if (result.outcome === "missing") orphans.add((round[result.n] as { p: ParsedItem }).p);
      }
    }
    return orphans;
  }

  return { apply };
}

function senderOf({ channel: { description, externalId } }: ParsedItem, { person }: InboundMessageEvent) {
  return {
    kind: description.kind,
    acct: accountOf(description, externalId),
    akey: personKey(description, person),
    puid: person.providerUserId ?? null,
  };
}

/** An edit whose message never arrived replaces the message: the edited text is better than none. */
function withOriginal(event: NormalizedEvent): NormalizedEvent[] {
  return event.kind === "edited" && event.original !== undefined ? [event.original, event] : [event];
}

function contentOf({ content }: InboundMessageEvent, context: boolean, callId: string | undefined): Record<string, unknown> | null {
  // An answered call links to its page.
  const called = callId === undefined ? {} : { kind: "call", callId: wireId("call", callId), direction: "inbound" };
  return context || callId !== undefined ? { ...content, ...called, ...(context ? { context: true } : {}) } : content;
}

function isContext({ events }: ParsedItem, message: InboundMessageEvent): boolean {
  return message.context === true || events.some((event) => event.kind === "edited" && event.original === message);
}

/**
 * Platforms report times in whole seconds. A message received within that second gets its time of receipt; otherwise it
 * would sort before a reply of ours that was already there.
 */
function withMilliseconds(occurredAt: string, receivedAt: Date): string {
  const behindMs = receivedAt.getTime() - Date.parse(occurredAt);
  return behindMs > 0 && behindMs < 1_000 && occurredAt.endsWith(".000Z") ? receivedAt.toISOString() : occurredAt;
}
