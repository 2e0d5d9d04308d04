import { setTimeout as sleep } from "node:timers/promises";
import type {
  ChannelConnector,
  ConnectorDescription,
  InboundMessageEvent,
  MessageStatusEvent,
  NormalizedEvent,
} from "@parley/connector-kit";
import type { ChannelActivity, ChannelsService, ConnectorRegistry } from "#modules/channels/index.ts";
import { showReactions } from "#modules/messages/index.ts";
import { enqueueProfiles, readOptWord, recordOptIn } from "#modules/contacts/index.ts";
import type { TemplatesService } from "#modules/templates/index.ts";
import { announceMedia, writePendingMedia } from "#modules/media/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import { retryConflicts } from "#platform/db/conflicts.ts";
import { type Database, isConnectionFailure, type Tx } from "#platform/db/database.ts";
import { type IdSource, parseWireId } from "#platform/ids/ids.ts";
import type { Claims } from "#platform/jobs/claim.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import type { Metrics } from "#platform/metrics/metrics.ts";
import { accountOf, personKey } from "#platform/phone/address-key.ts";
import { backoffMs } from "#platform/retry/schedule.ts";
import { applyRest, changeIdentity } from "./callbacks.apply.ts";
import {
  applyStatuses,
  finishInbound,
  type InboundRow,
  inboundSource,
  readInboundSettings,
  receiveMessages,
  type Verdict,
} from "./callbacks.queries.ts";
import { settleOwnEchoes } from "./callbacks.echoes.ts";
import { inboundLeaseMs } from "./callbacks.receive.ts";

export interface ProcessDeps {
  database: Database;
  registry: ConnectorRegistry;
  channels: ChannelsService;
  templates: TemplatesService;
  activity: ChannelActivity;
  claims: Claims;
  clock: Clock;
  ids: IdSource;
  wake: Wake;
  log: Log;
  metrics: Metrics;
  /** Tells whoever cares that customers have written in these conversations, in the transaction that stores it. */
  customerWrote(tx: Tx, now: Date, conversationIds: string[]): Promise<void>;
  random?: () => number;
  /** Callbacks that wait to be stored: processing stands back for them. */
  unstored(): number;
}

const batchMax = 200;
const queueMax = 4_000;
const attemptsMax = 8;
/**
 * Batches of one tenant begin at least this far apart: a batch of one costs PostgreSQL five times as much per message as one
 * of ten (bench/RESULTS.md (b)), and a lone message after a pause still goes at once.
 */
const batchGapMs = 10;
/** Platforms stop sending to who answers late, so storing goes first; but four batches a second are always processed. */
const unstoredMax = 32;
const standBackMs = 250;
/** Written, or the title of a button. */
const mayOptOut: ReadonlySet<string> = new Set(["text", "interactive"]);
/** How long an event waits for the message it speaks of (channels.md 1.5: some minutes). */
const orphanMs = 10 * 60_000;

interface ChannelFacts {
  externalId: string;
  connector: ChannelConnector;
  description: ConnectorDescription;
}
interface Parsed {
  row: InboundRow;
  channel: ChannelFacts;
  events: NormalizedEvent[];
}

/**
 * Turns stored inbound events into messages, statuses and the rest. Tenant by tenant, in batches: one transaction applies a
 * batch and closes its rows. A batch that lost a deadlock is run again as it is; one that fails otherwise row by row, so that a
 * poisonous row harms nobody else; the row itself is tried again with growing gaps and then shown as failed.
 */
export function createInboundProcessor(deps: ProcessDeps) {
  const random = deps.random ?? Math.random;
  const queues = new Map<string, InboundRow[]>();
  const working = new Map<string, Promise<void>>();
  const lastBatchAt = new Map<string, number>();
  let queued = 0;
  /** Media was announced in a transaction that may be committed by now. */
  let mediaWaits = false;
  const facts = new Map<string, { readAt: number; found: ChannelFacts | null }>();
  deps.wake.on("routes", () => facts.clear());

  async function factsOf(tx: Tx, channelId: string): Promise<ChannelFacts | null> {
    const known = facts.get(channelId);
    if (known !== undefined && performance.now() - known.readAt < 5_000) return known.found;
    const [row] = await tx.query<{ kind: string; external_id: string }>({
      name: "inbound_channel_facts",
      text: "select kind, external_id from channels where tenant_id = $1 and id = $2 and deleted_at is null",
      values: [tx.tenantId, channelId],
    });
    const connector = row === undefined ? undefined : deps.registry.byKind(row.kind)?.connector;
    const found =
      row === undefined || connector === undefined ? null : { externalId: row.external_id, connector, description: connector.description };
    if (facts.size > 20_000) facts.clear();
    facts.set(channelId, { readAt: performance.now(), found });
    return found;
  }

  function later(row: InboundRow, now: Date, reason: string): Verdict {
    const final = row.attempts >= attemptsMax;
    const waitMs = backoffMs(row.attempts, { baseMs: 1_000, maxMs: 300_000, random });
    return {
      ...keyOf(row),
      state: final ? "failed" : "ready",
      run_at: new Date(now.getTime() + waitMs).toISOString(),
      last_error: reason.slice(0, 500),
    };
  }

  function close(row: InboundRow, now: Date, state: "processed" | "ignored", reason: string | null = null): Verdict {
    return { ...keyOf(row), state, run_at: now.toISOString(), last_error: reason };
  }

  function waitForTarget(row: InboundRow, now: Date): Verdict {
    const ageMs = now.getTime() - row.received_at.getTime();
    if (isOrphaned(row, now)) return close(row, now, "ignored", "the message it speaks of never came");
    return {
      ...keyOf(row),
      state: "ready",
      run_at: new Date(now.getTime() + Math.min(30_000, Math.max(500, ageMs))).toISOString(),
      last_error: null,
    };
  }

  /** `heard` gets the channels on which customers wrote. */
  async function applyBatch(tx: Tx, rows: InboundRow[], now: Date, heard: Set<string>): Promise<Verdict[]> {
    const verdicts = new Map<InboundRow, Verdict>();
    const parsed: Parsed[] = [];
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
        verdicts.set(row, later(row, now, "could not be understood"));
      }
    }
    const waiting = await settleOwnEchoes(tx, now, parsed);
    for (const p of parsed) if (isOrphaned(p.row, now)) p.events = p.events.flatMap(withOriginal);
    await receiveInOrder(tx, now, parsed);
    for (const p of parsed) if (p.events.some((e) => e.kind === "message" && e.direction === "inbound")) heard.add(p.row.channel_id);
    const orphans = await applyAllStatuses(tx, now, parsed);
    for (const p of waiting) orphans.add(p);
    for (const p of parsed) {
      const rest = p.events.filter((e) => e.kind !== "message" && e.kind !== "status" && e.kind !== "identity_changed");
      for (const event of rest) {
        if (!(await applyRest(tx, deps, now, p.row.channel_id, p.channel, event))) orphans.add(p);
      }
      const only = p.events.length === 1 ? p.events[0] : undefined;
      if (orphans.has(p)) verdicts.set(p.row, waitForTarget(p.row, now));
      else if (only?.kind === "ignored") verdicts.set(p.row, close(p.row, now, "ignored", only.reason.slice(0, 500)));
      else verdicts.set(p.row, close(p.row, now, "processed"));
    }
    return [...verdicts.values()];
  }

  /** Messages before a person's change of number or id are of the person as known before it, those after it as known since. */
  async function receiveInOrder(tx: Tx, now: Date, parsed: Parsed[]): Promise<void> {
    let done = 0;
    for (const [i, p] of parsed.entries()) {
      const changes = p.events.filter((e) => e.kind === "identity_changed");
      if (changes.length === 0) continue;
      await receiveAll(tx, now, parsed.slice(done, i));
      for (const event of changes) await changeIdentity(tx, deps, now, p.channel, event);
      done = i;
    }
    await receiveAll(tx, now, parsed.slice(done));
  }

  async function receiveAll(tx: Tx, now: Date, parsed: Parsed[]): Promise<void> {
    const items = parsed.flatMap((p) =>
      p.events
        .filter((e): e is InboundMessageEvent => e.kind === "message")
        .map((e) => ({ p, e, media: announceMedia(deps.ids, e.media) })),
    );
    if (items.length === 0) return;
    const settings = await readInboundSettings(tx);
    const reopenMs = settings.reopenWindowHours * 3_600_000;
    const results = await receiveMessages(
      tx,
      now,
      items.map(({ p, e, media }, n) => ({
        n,
        chan: p.row.channel_id,
        kind: p.channel.description.kind,
        acct: accountOf(p.channel.description, p.channel.externalId),
        addr: e.person.address ?? null,
        akey: personKey(p.channel.description, e.person),
        puid: e.person.providerUserId ?? null,
        name: e.person.name ?? null,
        uname: e.person.username ?? null,
        ext: e.externalId,
        at: precise(e.occurredAt, p.row.received_at),
        dir: e.direction,
        type: e.type,
        text: e.text,
        content: e.content,
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
        // The log orders by id within a transaction: contacts, conversation, message.
        e4: deps.ids.uuid(),
        e3: deps.ids.uuid(),
        e5: deps.ids.uuid(),
        e2: deps.ids.uuid(),
        e1: deps.ids.uuid(),
      })),
    );
    for (const { n, outcome, contact_id: contactId } of results.toSorted((a, b) => a.n - b.n)) {
      const { p, e } = items[n] as { p: Parsed; e: InboundMessageEvent };
      if (outcome !== "stored" || contactId === null || e.direction !== "inbound" || e.text === null) continue;
      const optIn = mayOptOut.has(e.type) ? readOptWord(e.text, settings) : null;
      if (optIn === null) continue;
      const reason = optIn === "opted_out" ? "stop_word" : "start_word";
      await recordOptIn(tx, deps.ids, now, { contactId, optIn, at: precise(e.occurredAt, p.row.received_at), reason });
    }
    const written = results.flatMap(({ n, outcome, conversation_id: id }) => {
      const { e } = items[n] as (typeof items)[number];
      return outcome === "stored" && id !== null && e.direction === "inbound" && e.automatic !== true ? [id] : [];
    });
    if (written.length > 0) await deps.customerWrote(tx, now, [...new Set(written)]);
    // Where messages do not say what their author is called.
    const nameless = results.flatMap(({ n, outcome, conversation_id: id }) => {
      const { p, e } = items[n] as (typeof items)[number];
      return outcome === "stored" && id !== null && e.direction === "inbound" && p.channel.connector.fetchProfile !== undefined ? [id] : [];
    });
    if (nameless.length > 0) await enqueueProfiles(tx, now, nameless);
    const withMedia = results.flatMap(({ n, outcome, message_id: id }) => {
      const { p, e, media } = items[n] as (typeof items)[number];
      if (outcome !== "stored" || id === null || media.length === 0) return [];
      return [{ id, channelId: p.row.channel_id, externalId: e.externalId, person: e.person, media }];
    });
    if (withMedia.length === 0) return;
    await writePendingMedia(tx, now, withMedia);
    mediaWaits = true;
  }

  /** Statuses of one message are applied one after the other, in rounds; those of different messages together. */
  async function applyAllStatuses(tx: Tx, now: Date, parsed: Parsed[]): Promise<Set<Parsed>> {
    const orphans = new Set<Parsed>();
    const rounds: { p: Parsed; e: MessageStatusEvent }[][] = [];
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
                  message: e.error.message,
                  retryable: e.error.class === "retryable",
                },
        })),
      );
      // A reaction whose answer is not here yet, or never came: the platform's word shows it. Others are left alone.
      const left = results.filter(({ n, outcome }) => outcome === "applied" && round[n]?.e.status !== "failed").map((r) => r.message_id);
      if (left.length > 0) await showReactions(tx, left);
      for (const result of results) {
        if (result.outcome === "missing") orphans.add((round[result.n] as { p: Parsed }).p);
      }
    }
    return orphans;
  }

  async function process(tenantId: string, rows: InboundRow[]): Promise<void> {
    const now = deps.clock.now();
    const heard = new Set<string>();
    try {
      const verdicts = await retryConflicts(() =>
        deps.database.withTenant(tenantId, async (tx) => {
          const reached = await applyBatch(tx, rows, now, heard);
          await finishInbound(tx, now, reached);
          return reached;
        }),
      );
      for (const v of verdicts) deps.metrics.inboundProcessed.inc({ kind: "all", outcome: v.state });
      deps.wake.hint("events");
      if (mediaWaits) {
        mediaWaits = false;
        deps.wake.hint("media");
      }
      await deps.activity.note(
        "inbound",
        [...heard].map((channelId) => ({ tenantId, channelId })),
      );
    } catch (error) {
      if (isConnectionFailure(error)) throw error;
      if (rows.length > 1) {
        for (const row of rows) await process(tenantId, [row]);
        return;
      }
      const [row] = rows as [InboundRow];
      deps.log.error({ err: error, attempts: row.attempts }, "an inbound event could not be processed");
      await deps.database.withTenant(tenantId, (tx) => finishInbound(tx, now, [later(row, now, "processing failed; see the log")]));
    }
  }

  /**
   * While the database is away the rows are kept and tried again, so that its return is noticed at once and not when their
   * lease ends. Past the lease they are somebody else's.
   */
  async function processOnceReachable(tenantId: string, rows: InboundRow[]): Promise<void> {
    const until = performance.now() + inboundLeaseMs * 0.8;
    for (let attempt = 1; ; attempt++) {
      try {
        return await process(tenantId, rows);
      } catch (error) {
        if (!isConnectionFailure(error) || performance.now() > until) {
          deps.log.warn({ err: error, rows: rows.length }, "inbound events wait for their lease");
          return;
        }
        await new Promise((resolve) => {
          setTimeout(resolve, backoffMs(attempt, { baseMs: 100, maxMs: 1_000, random }));
        });
      }
    }
  }

  /** When the next batch of a tenant may begin. */
  async function turn(tenantId: string): Promise<void> {
    const startedAt = performance.now();
    const gapMs = (lastBatchAt.get(tenantId) ?? 0) + batchGapMs - startedAt;
    if (gapMs > 1) await sleep(gapMs);
    while (deps.unstored() > unstoredMax && performance.now() - startedAt < standBackMs) await sleep(10);
    if (lastBatchAt.size > 10_000) lastBatchAt.clear();
    lastBatchAt.set(tenantId, performance.now());
  }

  function pump(tenantId: string): void {
    if (working.has(tenantId)) return;
    const run = async () => {
      for (;;) {
        const queue = queues.get(tenantId);
        if (queue === undefined || queue.length === 0) break;
        await turn(tenantId);
        const batch = queue.splice(0, batchMax);
        queued -= batch.length;
        await processOnceReachable(tenantId, batch);
      }
      queues.delete(tenantId);
      working.delete(tenantId);
    };
    working.set(tenantId, run());
  }

  function take(rows: InboundRow[]): void {
    for (const row of rows) {
      const queue = queues.get(row.tenant_id);
      if (queue === undefined) queues.set(row.tenant_id, [row]);
      else queue.push(row);
      queued += 1;
    }
    for (const tenantId of new Set(rows.map((row) => row.tenant_id))) pump(tenantId);
  }

  const claimLoop = createLoop({
    name: "inbound",
    wake: deps.wake,
    topics: ["inbound"],
    pollMs: 500,
    log: deps.log,
    async run() {
      if (queued >= queueMax) return 20;
      const rows = await deps.claims.claim<InboundRow>(inboundSource, {
        now: deps.clock.now(),
        leaseMs: inboundLeaseMs,
        perLane: 20,
        lanes: 2_000,
      });
      take(rows);
      return rows.length > 0;
    },
  });
  const sweepLoop = createLoop({
    name: "inbound leases",
    wake: deps.wake,
    topics: [],
    pollMs: 2_000,
    log: deps.log,
    run: async () => {
      if ((await deps.claims.returnExpired(inboundSource, deps.clock.now())) > 0) deps.wake.hint("inbound");
      return false;
    },
  });

  return {
    loops: [claimLoop, sweepLoop] as Loop[],
    canTake: () => queued < queueMax,
    take,
    async idle(): Promise<void> {
      while (working.size > 0) await Promise.all(working.values());
    },
  };
}

function isOrphaned(row: InboundRow, now: Date): boolean {
  return now.getTime() - row.received_at.getTime() > orphanMs;
}

/** An edit whose message never came brings it along: the edited text is better than none. */
function withOriginal(event: NormalizedEvent): NormalizedEvent[] {
  return event.kind === "edited" && event.original !== undefined ? [event.original, event] : [event];
}

function keyOf(row: InboundRow) {
  return { channel_id: row.channel_id, provider_event_id: row.provider_event_id };
}

/**
 * Platforms tell whole seconds. A message received within that second counts from its receipt, else it would sort before an
 * answer of ours that was there first.
 */
function precise(occurredAt: string, receivedAt: Date): string {
  const behindMs = receivedAt.getTime() - Date.parse(occurredAt);
  return behindMs > 0 && behindMs < 1_000 && occurredAt.endsWith(".000Z") ? receivedAt.toISOString() : occurredAt;
}
