/** The one stream of events that a browser holds, and how it stands. Without a page: a worker or the page that leads runs it. */
import { ApiError, type Client, type EventStream, type ParleyEvent, type PresenceChange } from "@parley/sdk";

export interface Line {
  /** `connecting`: for the first time. `catchingUp`: what was missed is coming. `offline`: the machine has no network. */
  state: "connecting" | "live" | "catchingUp" | "reconnecting" | "offline";
  /** Milliseconds since 1970, by this machine's clock. */
  since: number;
  /** Events that have come while catching up. */
  missed: number;
}

export type LineMessage =
  | { kind: "event"; event: ParleyEvent }
  /** Somebody came to a conversation, writes in it or left: of this moment, never repeated. */
  | { kind: "presence"; presence: PresenceChange }
  | { kind: "line"; line: Line }
  /** Events were lost. */
  | { kind: "reset" }
  /** The session has ended. */
  | { kind: "ended" };

export interface OpenLine {
  line(): Line;
  /** Of the last event that came. */
  lastEventId(): string | null;
  /** The network is back, or somebody looks: does not wait any longer. */
  poke(): void;
  close(): void;
}

/** Two signs of life missed, and some: the server gives one every 20 s. */
const idleTimeoutMs = 45_000;
/** After an error that the client does not try again by itself. */
const pauseMs = 15_000;
/** A time in which somebody who pokes does not see the line stand still. */
const pokeMsMin = 500;

export function openLine(options: {
  api: { events: Pick<Client["events"], "stream"> };
  tell(message: LineMessage): void;
  /** Of the last event that somebody has seen; null: from now on. */
  after?: string | null;
  isOnline(): boolean;
}): OpenLine {
  const { api, tell } = options;
  let last = options.after ?? null;
  let stream: EventStream | null = null;
  let closed = false;
  let round = 0;
  let startedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let line: Line = { state: "connecting", since: Date.now(), missed: 0 };

  function set(state: Line["state"], missed = 0): void {
    if (state === line.state && missed === line.missed) return;
    line = { state, since: state === line.state ? line.since : Date.now(), missed };
    tell({ kind: "line", line });
  }

  const broken = () => set(options.isOnline() ? "reconnecting" : "offline");

  async function run(): Promise<void> {
    const mine = ++round;
    clearTimeout(timer);
    startedAt = Date.now();
    const isMine = () => !closed && mine === round;
    const opened = api.events.stream(last === null ? { presence: true } : { presence: true, after: last }, {
      idleTimeoutMs,
      onReady: () => isMine() && set("live"),
      // Without an error the server ended it, as it does every 15 minutes; the next one goes on from the same place.
      onReconnect: ({ error }) => isMine() && error !== null && broken(),
      onPresence: (presence) => isMine() && tell({ kind: "presence", presence }),
      onReset: () => isMine() && tell({ kind: "reset" }),
    });
    stream = opened;
    try {
      for await (const event of opened) {
        if (!isMine()) return;
        last = opened.lastEventId;
        if (line.state !== "live" && line.state !== "connecting") set("catchingUp", line.state === "catchingUp" ? line.missed + 1 : 1);
        tell({ kind: "event", event });
      }
    } catch (error) {
      if (!isMine()) return;
      if (error instanceof ApiError && error.status === 401) {
        closed = true;
        tell({ kind: "ended" });
        return;
      }
      broken();
      last = opened.lastEventId ?? last;
      timer = setTimeout(() => void run(), pauseMs);
    }
  }

  void run();
  return {
    line: () => line,
    lastEventId: () => stream?.lastEventId ?? last,
    poke() {
      if (closed) return;
      if (!options.isOnline()) return broken();
      if (line.state === "live" || line.state === "catchingUp" || Date.now() - startedAt < pokeMsMin) return;
      last = stream?.lastEventId ?? last;
      // Of another round from here on: its end is not heard.
      round += 1;
      stream?.close();
      void run();
    },
    close() {
      closed = true;
      clearTimeout(timer);
      stream?.close();
    },
  };
}
