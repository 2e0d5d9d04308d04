/** The line between a browser and the server, like a person's network: it can be cut, and responses can be lost. */
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface Relay {
  /** Instead of the server's own. */
  url: string;
  /** Connections that were turned away since the line was cut. */
  refused(): number;
  /** Requests for the stream of events so far. */
  streams(): number;
  /** Requests still arrive, but no response comes back. */
  dropResponses(): void;
  /** Nothing goes either way, and new connections are refused. */
  cut(): void;
  restore(): void;
  /** Requests whose head matches wait until the returned function is called. */
  hold(words: RegExp): () => void;
  close(): Promise<void>;
}

export async function startRelay(to: string): Promise<Relay> {
  const target = new URL(to);
  const open = new Set<Socket>();
  let state: "whole" | "deaf" | "cut" = "whole";
  let refused = 0;
  let streams = 0;
  let held: { words: RegExp; waiting: (() => void)[] } | null = null;
  const server = createServer((near) => {
    if (state === "cut") {
      refused += 1;
      near.destroy();
      return;
    }
    const far = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      // Whichever end breaks off, the other end sees a broken connection.
      socket.on("error", () => socket.destroy());
      socket.on("close", () => {
        open.delete(socket);
        other.destroy();
      });
    }
    let heldBy: typeof held = null;
    near.on("data", (bytes) => {
      if (bytes.includes("GET /api/v1/events/stream")) streams += 1;
      // A body may come after its head.
      if (held !== null && (heldBy === held || held.words.test(bytes.toString("latin1")))) {
        heldBy = held;
        held.waiting.push(() => far.write(bytes));
      } else far.write(bytes);
    });
    far.on("data", (bytes) => {
      if (state === "whole") near.write(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const breakAll = () => {
    for (const socket of [...open]) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refused: () => refused,
    streams: () => streams,
    dropResponses() {
      state = "deaf";
    },
    cut() {
      state = "cut";
      refused = 0;
      breakAll();
    },
    restore() {
      // What was lost stays lost, so such a connection is useless.
      if (state === "deaf") breakAll();
      state = "whole";
    },
    hold(words) {
      const own = { words, waiting: [] as (() => void)[] };
      held = own;
      return () => {
        held = null;
        for (const go of own.waiting) go();
      };
    },
    async close() {
      breakAll();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
