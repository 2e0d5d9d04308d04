import type { InboundMessageEvent, NormalizedEvent } from "@parley/connector-kit";
import type { ChannelOfEvent } from "#modules/channels/inbound/index.ts";
import type { Tx } from "#platform/db/database.ts";
import { wireId } from "#platform/ids/ids.ts";
import { type EchoCandidate, echoCandidates } from "./callbacks.targets.queries.ts";

/** Most calls end before. The answer of one that does not finds its echo stored, and takes it in (functions/absorb_echo.sql). */
const holdMs = 90_000;

interface EchoItem {
  row: { channel_id: string; received_at: Date };
  channel: ChannelOfEvent;
  events: NormalizedEvent[];
}

/**
 * An echo of a message that we sent through the platform's interface is the platform's word that it was sent. It may come
 * before the answer to the call, or stand in for an answer that never came. The items that are given back must wait: a send
 * to the same person is under way, and only its answer tells whether the echo is of it. Stored before, it would be a second
 * message, and would hold the id that the answer brings.
 */
export async function settleOwnEchoes<P extends EchoItem>(tx: Tx, now: Date, parsed: P[]): Promise<Set<P>> {
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
  for (const { p, i, e, candidates: all } of echoes) {
    // What the platform wrote by itself is none of ours, whatever it says and whatever is under way.
    const found = judgeEcho(e.automatic === true ? all.filter(({ exact }) => exact) : all);
    if (found === "wait" && now.getTime() - p.row.received_at.getTime() < holdMs) waiting.add(p);
    else if (found !== null && found !== "wait") p.events[i] = settled(e, found);
  }
  for (const p of waiting) p.events = [];
  return waiting;
}

function settled(echo: InboundMessageEvent, messageId: string): NormalizedEvent {
  return { kind: "status", externalId: echo.externalId, reference: wireId("msg", messageId), status: "sent", occurredAt: echo.occurredAt };
}

/** The message that an echo repeats; null when the business wrote it elsewhere. Only one that cannot be another is taken. */
export function judgeEcho(candidates: Omit<EchoCandidate, "n">[]): string | null | "wait" {
  const exact = candidates.find((candidate) => candidate.exact);
  if (exact !== undefined) return exact.id;
  const same = candidates.filter((candidate) => candidate.same);
  const [oldest] = same;
  if (same.length === 1 && oldest !== undefined) return oldest.id;
  if ((same.length > 1 ? same : candidates).some((candidate) => candidate.sending)) return "wait";
  return oldest?.id ?? null;
}
