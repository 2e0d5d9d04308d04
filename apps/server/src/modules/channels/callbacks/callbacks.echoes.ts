import type { InboundMessageEvent, NormalizedEvent } from "@parley/connector-kit";
import type { ChannelOfEvent } from "#modules/channels/inbound/index.ts";
import type { Tx } from "#platform/db/database.ts";
import { wireId } from "#platform/ids/ids.ts";
import { type EchoCandidate, echoCandidates } from "./callbacks.targets.queries.ts";

/**
 * Most calls end within this time. A later answer finds the echo stored as a message and merges with it
 * (functions/absorb_echo.sql).
 */
const echoWaitMs = 90_000;

interface EchoItem {
  row: { channel_id: string; received_at: Date };
  channel: ChannelOfEvent;
  events: NormalizedEvent[];
}

/**
 * An echo of a message that we sent through the platform's API confirms that it was sent. It may arrive before the answer to the call, or
 * replace an answer that never came. Items in the result must wait: a send to the same person is in progress, and only its answer shows
 * whether the echo belongs to it. An echo stored earlier would be a second message and would take the id that the answer brings.
 */
export async function matchOwnEchoes<P extends EchoItem>(tx: Tx, now: Date, parsed: P[]): Promise<Set<P>> {
  const echoes = parsed.flatMap((p) =>
    p.events.flatMap((e, i) => (e.kind === "message" && e.ours === true ? [{ p, i, e, candidates: [] as EchoCandidate[] }] : [])),
  );
  const waiting = new Set<P>();
  if (echoes.length === 0) return waiting;
  const candidates = await echoCandidates(
    tx,
    echoes.map(({ p, e }) => ({ channelId: p.row.channel_id, channel: p.channel, echo: e })),
  );
  for (const candidate of candidates) echoes[candidate.n]?.candidates.push(candidate);
  // A message has one id on the platform, so it is repeated by one echo, and by that one as often as it is reported.
  const repeatedBy = new Map<string, string>();
  for (const { p, i, e, candidates: all } of echoes) {
    const echoKey = `${p.row.channel_id}/${e.externalId}`;
    const free = all.filter(({ id }) => (repeatedBy.get(id) ?? echoKey) === echoKey);
    // What the platform wrote automatically is not our message, regardless of its text and of sends in progress.
    const found = matchEcho(e.automatic === true ? free.filter(({ exact }) => exact) : free);
    if (found === "wait" && now.getTime() - p.row.received_at.getTime() < echoWaitMs) waiting.add(p);
    else if (found !== null && found !== "wait") {
      repeatedBy.set(found, echoKey);
      p.events[i] = settled(e, found);
    }
  }
  for (const p of waiting) p.events = [];
  return waiting;
}

function settled(echo: InboundMessageEvent, messageId: string): NormalizedEvent {
  return { kind: "status", externalId: echo.externalId, reference: wireId("msg", messageId), status: "sent", occurredAt: echo.occurredAt };
}

/** The message that an echo repeats; null if the business wrote it elsewhere. Matches only if there is exactly one possible message. */
export function matchEcho(candidates: Omit<EchoCandidate, "n">[]): string | null | "wait" {
  const exact = candidates.find((candidate) => candidate.exact);
  if (exact !== undefined) return exact.id;
  const same = candidates.filter((candidate) => candidate.same);
  const [oldest] = same;
  if (same.length === 1 && oldest !== undefined) return oldest.id;
  if ((same.length > 1 ? same : candidates).some((candidate) => candidate.sending)) return "wait";
  return oldest?.id ?? null;
}
