/** Only the event stream (`@parley/sdk/stream`): a client includes the paths of all operations, which a worker does not need. */
import { follow } from "./events.ts";
import type { Resources } from "./generated/resources.ts";
import { createSend } from "./request.ts";
import { type ClientOptions, readSettings } from "./settings.ts";

/** `events.stream` of a client with these options. */
export function createStream(options: ClientOptions): Resources["events"]["stream"] {
  const settings = readSettings(options);
  const send = createSend(settings);
  return (query, given = {}) => follow("/events/stream", query, given, send, settings);
}
