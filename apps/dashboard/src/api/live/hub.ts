/**
 * Passes messages of the line to the pages of a browser, and opens it for the first of them. Runs in the SharedWorker.
 */
import type { LineMessage, OpenLine } from "./line.ts";

/** A message of a page. `identity`: the user and their organization. */
export type PageMessage = { kind: "hello"; identity: string } | { kind: "poke" } | { kind: "bye" };

/** A message to a page: from the line, or that the browser's session now belongs to another user. */
export type HubMessage = LineMessage | { kind: "identity"; identity: string };

/** One end of a page's channel. */
export interface Port {
  postMessage(message: HubMessage): void;
}

export interface Hub {
  receive(port: Port, message: PageMessage): void;
  /** The network was lost or is back. */
  onNetworkChange(): void;
}

export function createHub(open: (send: (message: LineMessage) => void) => OpenLine): Hub {
  const ports = new Set<Port>();
  let line: OpenLine | null = null;
  let identity: string | null = null;

  const postAll = (message: HubMessage) => {
    for (const port of ports) port.postMessage(message);
  };

  function start(): OpenLine {
    const opened = open((message) => {
      // From a line that has been closed since.
      if (line !== null && line !== opened) return;
      if (message.kind === "ended") line = null;
      postAll(message);
    });
    return opened;
  }

  return {
    receive(port, message) {
      if (message.kind === "bye") {
        ports.delete(port);
        if (ports.size > 0) return;
        line?.close();
        line = null;
      } else if (message.kind === "poke") {
        line?.poke();
      } else {
        if (identity !== message.identity) {
          identity = message.identity;
          // Its events belong to another organization.
          line?.close();
          line = null;
          postAll({ kind: "identity", identity });
        }
        ports.add(port);
        line ??= start();
        port.postMessage({ kind: "line", line: line.line() });
      }
    },
    onNetworkChange: () => line?.poke(),
  };
}
