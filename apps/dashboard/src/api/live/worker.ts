/** The SharedWorker: one stream of events for all pages of a browser. */
import { createStream } from "@parley/sdk/stream";
import { createHub, type PageMessage } from "./hub.ts";
import { openLine } from "./line.ts";

const api = { events: { stream: createStream({ baseUrl: location.origin }) } };
const hub = createHub((send) => openLine({ api, send, isOnline: () => navigator.onLine }));

(globalThis as unknown as { onconnect: (event: MessageEvent) => void }).onconnect = ({ ports: [port] }) => {
  if (port === undefined) return;
  port.onmessage = ({ data }: MessageEvent<PageMessage>) => hub.receive(port, data);
};

for (const each of ["online", "offline"]) addEventListener(each, () => hub.onNetworkChange());
