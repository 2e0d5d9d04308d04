/** The SharedWorker: one stream of events for all pages of a browser. */
import { Client } from "@parley/sdk";
import { createHub, type PageMessage } from "./hub.ts";
import { openLine } from "./line.ts";

const api = new Client({ baseUrl: location.origin, maxRetries: 2 });
const hub = createHub((tell) => openLine({ api, tell, isOnline: () => navigator.onLine }));

(globalThis as unknown as { onconnect: (event: MessageEvent) => void }).onconnect = ({ ports: [port] }) => {
  if (port === undefined) return;
  port.onmessage = ({ data }: MessageEvent<PageMessage>) => hub.hear(port, data);
};

for (const each of ["online", "offline"]) addEventListener(each, () => hub.poke());
