/** How the tests of every connector's parsing read bodies and fixtures. */
import { readFileSync, readdirSync } from "node:fs";
import type { CallbackItem, ChannelConnector } from "../connector.ts";
import type { InboundMessageEvent, NormalizedEvent } from "../events.ts";

/** The recorded payloads of a folder, named without the platform's prefix and `.json`. */
export function openFixtures(folder: URL, prefix: string) {
  const bytes = (name: string): Buffer => readFileSync(new URL(`${prefix}${name}.json`, folder));
  return {
    names: readdirSync(folder)
      .filter((file) => file.startsWith(prefix) && file.endsWith(".json"))
      .sort()
      .map((file) => file.slice(prefix.length, -".json".length)),
    bytes,
    // biome-ignore lint/suspicious/noExplicitAny: tests modify bodies freely
    json: (name: string): any => JSON.parse(bytes(name).toString("utf8")),
  };
}

/** A connector's two parsing steps, in the server's order, with the test's time of receipt. */
export function openReader(connector: Pick<ChannelConnector, "splitCallback" | "normalize">, receivedAt: Date) {
  function split(body: unknown): CallbackItem[] {
    return connector.splitCallback(Buffer.isBuffer(body) ? body : Buffer.from(typeof body === "string" ? body : JSON.stringify(body)));
  }

  /** Through JSON, as the server stores an item between the two steps. */
  function normalizeItem(item: CallbackItem): NormalizedEvent[] {
    return connector.normalize(JSON.parse(JSON.stringify(item.payload)), receivedAt);
  }

  function eventsOf(body: unknown): NormalizedEvent[] {
    return split(body).flatMap(normalizeItem);
  }

  /** The only event of a body, as the type the test expects. */
  function only<K extends NormalizedEvent["kind"]>(body: unknown, kind: K): Extract<NormalizedEvent, { kind: K }> {
    const events = eventsOf(body);
    if (events.length !== 1 || events[0]?.kind !== kind) throw new Error(`expected one ${kind}: ${JSON.stringify(events)}`);
    return events[0] as Extract<NormalizedEvent, { kind: K }>;
  }

  return { split, normalizeItem, eventsOf, only };
}

/** A customer's message as in most fixtures; `rest` adds what is special. */
export function textOf(
  person: InboundMessageEvent["person"],
  occurredAt: string,
  externalId: string,
  rest: Partial<InboundMessageEvent>,
): NormalizedEvent[] {
  return [
    {
      kind: "message",
      direction: "inbound",
      externalId,
      person,
      occurredAt,
      type: "text",
      text: null,
      content: null,
      media: [],
      opensWindow: true,
      ...rest,
    },
  ];
}
