import type { RealtimeEvent } from "../realtime/realtime-events.ts";
import { bytesOf, chunksOf, createPlayback, type HeardItem, playedMs } from "./playback.ts";
import type { DirectTransport, PassedTransport, VoiceTransport } from "./session.types.ts";

/**
 * The agent's voice at the caller's ear: what is being heard, and how it falls silent. Either its audio passes through
 * us, or it flows between the model's provider and the caller, and we are told.
 */
export interface Voice {
  /** An event about sound; others change nothing. */
  event(event: RealtimeEvent): void;
  /** The caller's side has played what stands before this mark. */
  marked(name: string): void;
  /** Something is still to be heard. */
  isPending(): boolean;
  /** The caller interrupts. */
  yields(): void;
  /** Silence, at once. */
  stops(): void;
  /** Nothing of this item is to be heard any more. */
  drop(itemId: string): void;
  /** The connection to the model was lost, and there is another. */
  reconnected(): void;
  /** A new connection is a new session, which must be told what was said. */
  readonly startsAnew: boolean;
  /** Something is to be heard that nobody has told of yet, so its end must be waited for. */
  isBlind(): boolean;
  /** The line is gone: how much was heard of what was not heard to its end. Empty where audio flows elsewhere. */
  over(): HeardItem[];
}

export interface VoicePorts {
  monotonicMs(): number;
  /** To the model. */
  tell(event: object): void;
  /** Sound of an answer is on its way, of this response if it is not over as such. */
  began(itemId: string, responseId: string | null): void;
  /** Of audio that passes through us: it went to the caller. */
  sent(itemId: string, payload: string): void;
  /** The first sound of this item was played that long after it was sent. Of audio that passes through us, into silence. */
  played(itemId: string, afterMs: number): void;
  /** All of what was said was heard. */
  ended(): void;
  /** `producedMs` null: unknown. */
  cut(itemId: string, heardMs: number, producedMs: number | null): void;
}

export const createVoice = (transport: VoiceTransport, ports: VoicePorts): Voice =>
  transport.kind === "passed" ? passedVoice(transport, ports) : directVoice(transport, ports);

/** Played by the other side in real time; marks tell how far. */
function passedVoice(transport: PassedTransport, ports: VoicePorts): Voice {
  const playback = createPlayback();
  const dropped = new Set<string>();
  /** The first sound after a silence, until its mark comes back. */
  let first: { itemId: string; mark: string; sentAtMs: number; soundMs: number } | null = null;
  let lastItemId: string | null = null;

  function stops(): void {
    const cut = playback.interrupt(ports.monotonicMs());
    first = null;
    if (cut.length === 0) return;
    transport.clear();
    for (const { itemId, heardMs, producedMs } of cut) {
      dropped.add(itemId);
      ports.tell({ type: "conversation.item.truncate", item_id: itemId, content_index: 0, audio_end_ms: heardMs });
      ports.cut(itemId, heardMs, producedMs);
    }
  }

  return {
    event(event) {
      if (event.kind !== "audio" || dropped.has(event.itemId)) return;
      ports.began(event.itemId, event.responseId);
      const nowMs = ports.monotonicMs();
      let isFirst = event.itemId !== lastItemId && !playback.isPending();
      lastItemId = event.itemId;
      for (const chunk of chunksOf(event.payload)) {
        const bytes = bytesOf(chunk);
        transport.audio(chunk);
        const mark = playback.sent(event.itemId, bytes, nowMs);
        transport.mark(mark);
        ports.sent(event.itemId, chunk);
        if (isFirst) first = { itemId: event.itemId, mark, sentAtMs: nowMs, soundMs: playedMs(bytes) };
        isFirst = false;
      }
    },
    marked(name) {
      if (!playback.marked(name)) return;
      if (first?.mark === name) {
        ports.played(first.itemId, Math.max(0, ports.monotonicMs() - first.sentAtMs - first.soundMs));
        first = null;
      }
      if (!playback.isPending()) ports.ended();
    },
    isPending: playback.isPending,
    yields: stops,
    stops,
    drop: (itemId) => void dropped.add(itemId),
    reconnected: stops,
    startsAnew: true,
    isBlind: () => false,
    over: () => playback.interrupt(ports.monotonicMs()),
  };
}

/**
 * Between the caller and the model's provider, which stops by itself when the caller speaks and says how much was heard.
 * A response is heard from `output_audio_buffer.started` to `stopped` or `cleared`.
 */
function directVoice(_transport: DirectTransport, ports: VoicePorts): Voice {
  let heard: { responseId: string; sinceMs: number; isNamed: boolean } | null = null;
  let everHeard = false;
  /** The response whose words are known, and whose sound is not: its end as a response may come before. */
  let toBeHeard: string | null = null;
  const begun = new Set<string>();
  const itemOf = new Map<string, string>();

  /** Which item is heard its first words tell. Its end as a response comes apart from this, maybe before. */
  function began(): void {
    const itemId = heard === null || heard.isNamed ? undefined : itemOf.get(heard.responseId);
    if (heard === null || itemId === undefined) return;
    heard.isNamed = true;
    ports.began(itemId, null);
  }

  function silent(wasCut: boolean): void {
    if (heard === null) return;
    const { responseId, sinceMs } = heard;
    heard = null;
    const itemId = itemOf.get(responseId);
    // How much of it was heard the provider says more exactly, unless it did already.
    if (wasCut && itemId !== undefined) ports.cut(itemId, ports.monotonicMs() - sinceMs, null);
    ports.ended();
  }

  return {
    event(event) {
      switch (event.kind) {
        case "says":
          if (event.responseId !== null) {
            itemOf.set(event.responseId, event.itemId);
            if (!begun.has(event.responseId)) toBeHeard = event.responseId;
          }
          return began();
        case "heard_from":
          everHeard = true;
          begun.add(event.responseId);
          if (toBeHeard === event.responseId) toBeHeard = null;
          heard = { responseId: event.responseId, sinceMs: ports.monotonicMs(), isNamed: false };
          return began();
        case "heard_to":
          return silent(event.wasCut);
        case "truncated":
          return ports.cut(event.itemId, event.heardMs, null);
        default:
      }
    },
    marked: () => undefined,
    isPending: () => heard !== null,
    yields: () => undefined,
    stops() {
      if (heard !== null) ports.tell({ type: "output_audio_buffer.clear" });
    },
    drop: () => undefined,
    reconnected() {
      // What ended in between nobody tells.
      heard = null;
      toBeHeard = null;
    },
    startsAnew: false,
    isBlind: () => !everHeard || toBeHeard !== null,
    over: () => [],
  };
}
