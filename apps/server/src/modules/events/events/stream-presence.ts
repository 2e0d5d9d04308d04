import { type PresenceChange, type PresenceTable, renderPresenceChange } from "#modules/inbox/presence/index.ts";
import type { StreamSink } from "#platform/http/route.ts";
import type { Log } from "#platform/log/log.ts";
import type { EventFilter } from "./events.filter.ts";

interface Listener {
  readonly presence: boolean;
  readonly filter: Pick<EventFilter, "conversationId">;
  readonly sink: StreamSink;
}

/** As many changes as wait while it is asked who may see them; what is beyond is left out, and said again while it lasts. */
const waitingMax = 5_000;

/**
 * Tells the streams that ask for it who comes to conversations and goes, in the order in which it is heard. Whoever may not see a conversation hears nothing
 * of it; a change that cannot be judged now is left out.
 */
export function tellPresence<L extends Listener, Sight>(deps: {
  table: Pick<PresenceTable, "onChange">;
  log: Log;
  listeners(tenantId: string): Iterable<L>;
  /** What those who may not see everything see of these conversations. */
  lookAt(places: { tenant_id: string; conversation_id: string }[]): Promise<Sight>;
  sees(listener: L, conversationId: string, seen: Sight): boolean;
  /** Whoever has more unread is not given what is of this moment. */
  bufferBytesMax: number;
}): { close(): Promise<void> } {
  let telling: Promise<void> = Promise.resolve();
  let changes: PresenceChange[] = [];

  const isAsked = (tenantId: string) => [...deps.listeners(tenantId)].some(({ presence }) => presence);
  const stopHearing = deps.table.onChange((change) => {
    if (changes.length >= waitingMax || !isAsked(change.tenantId)) return;
    if (changes.push(change) === 1) telling = telling.then(tell);
  });

  async function tell(): Promise<void> {
    const told = changes;
    changes = [];
    try {
      const seen = await deps.lookAt(told.map((change) => ({ tenant_id: change.tenantId, conversation_id: change.conversationId })));
      for (const change of told) {
        const chunk = `event: presence\ndata: ${JSON.stringify(renderPresenceChange(change))}\n\n`;
        for (const listener of deps.listeners(change.tenantId)) {
          const { conversationId } = listener.filter;
          if (!listener.presence || (conversationId !== null && conversationId !== change.conversationId)) continue;
          if (!deps.sees(listener, change.conversationId, seen) || listener.sink.buffered() > deps.bufferBytesMax) continue;
          listener.sink.write(chunk);
        }
      }
    } catch (error) {
      deps.log.warn({ err: error }, "who looks at conversations could not be told");
    }
  }

  return {
    async close() {
      stopHearing();
      await telling;
    },
  };
}
