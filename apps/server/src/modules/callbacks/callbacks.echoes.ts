import type { ConnectorDescription, InboundMessageEvent, NormalizedEvent } from "@parley/connector-kit";
import type { Tx } from "#platform/db/database.ts";
import { wireId } from "#platform/ids/ids.ts";
import { type EchoCandidate, echoCandidates } from "./callbacks.queries.ts";

/** Most calls end before. The answer of one that does not finds its echo stored, and takes it in (absorb_echo, migration 0006). */
const holdMs = 90_000;

interface EchoItem {
  row: { channel_id: string; received_at: Date };
  channel: { externalId: string; description: ConnectorDescription };
  events: NormalizedEvent[];
}

/**
 * An echo of a message that we sent through the platform's interface is the platform's word that it was sent. It may come
 * before the answer to the call, or stand in for an answer that never came. The items that are given back must wait: a send
 * to the same person is under way, and only its answer tells whether the echo is of it. Stored before, it would be a second
 * message, and would hold the id that the answer brings.
 */
export async function settleOwnEchoes<P extends EchoItem>(tx: Tx, now: Date, parsed: P[]): Promise<Set<P>> {
  const waiting = new Set<P>();
  for (const p of parsed) {
    for (const [i, e] of p.events.entries()) {
      if (e.kind !== "message" || e.ours !== true) continue;
      const candidates = await echoCandidates(tx, p.row.channel_id, p.channel, e);
      // What the platform wrote by itself is none of ours, whatever it says and whatever is under way.
      const found = judgeEcho(e.automatic === true ? candidates.filter(({ exact }) => exact) : candidates);
      if (found === "wait" && now.getTime() - p.row.received_at.getTime() < holdMs) waiting.add(p);
      else if (found !== null && found !== "wait") p.events[i] = settled(e, found);
    }
    if (waiting.has(p)) p.events = [];
  }
  return waiting;
}

function settled(echo: InboundMessageEvent, messageId: string): NormalizedEvent {
  return { kind: "status", externalId: echo.externalId, reference: wireId("msg", messageId), status: "sent", occurredAt: echo.occurredAt };
}

/** The message that an echo repeats; null when the business wrote it elsewhere. Only one that cannot be another is taken. */
export function judgeEcho(candidates: EchoCandidate[]): string | null | "wait" {
  const exact = candidates.find((candidate) => candidate.exact);
  if (exact !== undefined) return exact.id;
  const same = candidates.filter((candidate) => candidate.same);
  const [oldest] = same;
  if (same.length === 1 && oldest !== undefined) return oldest.id;
  if ((same.length > 1 ? same : candidates).some((candidate) => candidate.sending)) return "wait";
  return oldest?.id ?? null;
}
