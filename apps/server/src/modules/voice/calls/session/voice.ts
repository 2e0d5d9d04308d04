import type { RealtimeEvent } from "../realtime/realtime-events.ts";
import { bytesOf, chunksOf, createPlayback, type HeardItem, playedMs } from "./playback.ts";
import type { DirectTransport, RelayedTransport, VoiceTransport } from "./session.types.ts";

/**
 * The agent's voice as the caller hears it: what is being heard, and how to silence it. Its audio either passes
 * through us, or flows directly between the model's provider and the caller, and events tell us about it.
 */
export interface Voice {
  /** An event about audio; other events have no effect. */
  event(event: RealtimeEvent): void;
  /** The caller's side has played everything before this mark. */
  marked(name: string): void;
  /** There is still something to be heard. */
  isPending(): boolean;
  /** The caller interrupts. */
  onInterrupt(): void;
  /** Silence immediately. */
  silence(): void;
  /** Nothing more of this item may be heard. */
  drop(itemId: string): void;
  /** The connection to the model was lost and replaced. */
  reconnected(): void;
  /** A new connection is a new session, which has to be given the conversation so far. */
  readonly needsHistory: boolean;
  /** Something will be heard that has not been reported yet, so we have to wait for its end. */
  hasUnreportedAudio(): boolean;
  /** The line is gone: how much was heard of what was not heard to its end. Empty if audio flows elsewhere. */
  over(): HeardItem[];
}

export interface VoicePorts {
  monotonicMs(): number;
  /** To the model. */
  send(event: object): void;
  /** Audio of an answer is on its way, for this response unless it is already over. */
  began(itemId: string, responseId: string | null): void;
  /** For audio that passes through us: it was sent to the caller. */
  sent(itemId: string, payload: string): void;
  /** How long after being sent this item's first sound was played. For audio that passes through us and starts in silence. */
  played(itemId: string, afterMs: number): void;
  /** Everything said was heard. */
  ended(): void;
  /** `producedMs` null: unknown. */
  cut(itemId: string, heardMs: number, producedMs: number | null): void;
}

export const createVoice = (transport: VoiceTransport, ports: VoicePorts): Voice =>
  transport.kind === "passed" ? relayedVoice(transport, ports) : directVoice(transport, ports);

/** Played by the other side in real time; marks report the position. */
function relayedVoice(transport: RelayedTransport, ports: VoicePorts): Voice {
  const playback = createPlayback();
  const dropped = new Set<string>();
  /** The first sound after a silence, until its mark comes back. */
  let first: { itemId: string; mark: string; sentAtMs: number; soundMs: number } | null = null;
  let lastItemId: string | null = null;

  function silence(): void {
    const cut = playback.interrupt(ports.monotonicMs());
    first = null;
    if (cut.length === 0) return;
    transport.clear();
    for (const { itemId, heardMs, producedMs } of cut) {
      dropped.add(itemId);
      ports.send({ type: "conversation.item.truncate", item_id: itemId, content_index: 0, audio_end_ms: heardMs });
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
    onInterrupt: silence,
    silence,
    drop: (itemId) => void dropped.add(itemId),
    reconnected: silence,
    needsHistory: true,
    hasUnreportedAudio: () => false,
    over: () => playback.interrupt(ports.monotonicMs()),
  };
}

/**
 * Flows between the caller and the model's provider, which stops by itself when the caller speaks and reports how much
 * was heard.
 * A response is heard from `output_audio_buffer.started` to `stopped` or `cleared`.
 */
function directVoice(_transport: DirectTransport, ports: VoicePorts): Voice {
  let heard: { responseId: string; sinceMs: number; isNamed: boolean } | null = null;
  let everHeard = false;
  /** The response whose words are known but whose audio is not: its end as a response may come first. */
  let toBeHeard: string | null = null;
  const begun = new Set<string>();
  const itemOf = new Map<string, string>();

  /** Its first words tell which item is being heard. Its end as a response is reported separately, possibly earlier. */
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
    // The provider reports more precisely how much was heard, unless it already has.
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
    onInterrupt: () => undefined,
    silence() {
      if (heard !== null) ports.send({ type: "output_audio_buffer.clear" });
    },
    drop: () => undefined,
    reconnected() {
      // Nothing reports what ended in between.
      heard = null;
      toBeHeard = null;
    },
    needsHistory: false,
    hasUnreportedAudio: () => !everHeard || toBeHeard !== null,
    over: () => [],
  };
}
