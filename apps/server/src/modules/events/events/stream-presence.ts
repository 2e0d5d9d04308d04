import { type PresenceChange, type PresenceTable, renderPresenceChange } from "#modules/inbox/presence/index.ts";
import type { StreamSink } from "#platform/http/route.ts";
import type { Log } from "#platform/log/log.ts";
import type { EventFilter } from "./events.filter.ts";

interface Listener {
  readonly presence: boolean;
  readonly filter: Pick<EventFilter, "conversationId">;
  readonly sink: StreamSink;
}

/** Changes that may wait while visibility is read; further ones are dropped, and renewed by their clients. */
const waitingMax = 5_000;

/**
 * Sends presence changes, in order, to the streams that requested them. A stream gets only those of conversations visible to its reader; if
 * visibility cannot be read, the changes are dropped.
 */
export function streamPresence<L extends Listener, Visibility>(deps: {
  table: Pick<PresenceTable, "onChange">;
  log: Log;
  listeners(tenantId: string): Iterable<L>;
  /** What restricted readers may see of these conversations. */
  readVisibility(places: { tenant_id: string; conversation_id: string }[]): Promise<Visibility>;
  canSee(listener: L, conversationId: string, seen: Visibility): boolean;
  /** A stream with more unread bytes gets no presence. */
  bufferBytesMax: number;
}): { close(): Promise<void> } {
  let sending: Promise<void> = Promise.resolve();
  let changes: PresenceChange[] = [];

  const isAsked = (tenantId: string) => [...deps.listeners(tenantId)].some(({ presence }) => presence);
  const unsubscribe = deps.table.onChange((change) => {
    if (changes.length >= waitingMax || !isAsked(change.tenantId)) return;
    if (changes.push(change) === 1) sending = sending.then(send);
  });

  async function send(): Promise<void> {
    const batch = changes;
    changes = [];
    try {
      const seen = await deps.readVisibility(
        batch.map((change) => ({ tenant_id: change.tenantId, conversation_id: change.conversationId })),
      );
      for (const change of batch) {
        const chunk = `event: presence\ndata: ${JSON.stringify(renderPresenceChange(change))}\n\n`;
        for (const listener of deps.listeners(change.tenantId)) {
          const { conversationId } = listener.filter;
          if (!listener.presence || (conversationId !== null && conversationId !== change.conversationId)) continue;
          if (!deps.canSee(listener, change.conversationId, seen) || listener.sink.buffered() > deps.bufferBytesMax) continue;
          listener.sink.write(chunk);
        }
      }
    } catch (error) {
      deps.log.warn({ err: error }, "presence could not be sent to event streams");
    }
  }

  return {
    async close() {
      unsubscribe();
      await sending;
    },
  };
}
