/** The browser's one stream of events, and its state. Independent of pages: a worker or the leading page runs it. */
import { ApiError, type Client, type EventStream, type ParleyEvent, type PresenceChange } from "@parley/sdk";

export interface Line {
  /**
   * `connecting`: for the first time. `catchingUp`: missed events are arriving. `offline`: the machine has no network.
   */
  state: "connecting" | "live" | "catchingUp" | "reconnecting" | "offline";
  /** Milliseconds since 1970, by this machine's clock. */
  since: number;
  /** Events received while catching up. */
  missed: number;
}

export type LineMessage =
  | { kind: "event"; event: ParleyEvent }
  /** Somebody opened or left a conversation, or is typing in it: momentary, never repeated. */
  | { kind: "presence"; presence: PresenceChange }
  | { kind: "line"; line: Line }
  /** Events were lost. */
  | { kind: "reset" }
  /** The session has ended, or the grant to act in a client has. */
  | { kind: "ended" };

export interface OpenLine {
  line(): Line;
  /** The id of the last received event. */
  lastEventId(): string | null;
  /** The network is back, or the page is visible: retries at once. */
  poke(): void;
  close(): void;
}

/** A little more than two heartbeats, which the server sends every 20 s. */
const idleTimeoutMs = 45_000;
/** After an error that the client does not retry itself. */
const pauseMs = 15_000;
/** A poke within this time of the last attempt does not start another. */
const pokeMsMin = 500;

export function openLine(options: {
  api: { events: Pick<Client["events"], "stream"> };
  send(message: LineMessage): void;
  /** The last event that the page has seen; null: from now on. */
  after?: string | null;
  isOnline(): boolean;
}): OpenLine {
  const { api, send } = options;
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
    send({ kind: "line", line });
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
      // Without an error the server ended it, as it does every 15 minutes; the next stream continues from the same
      // event.
      onReconnect: ({ error }) => isMine() && error !== null && broken(),
      onPresence: (presence) => isMine() && send({ kind: "presence", presence }),
      onReset: () => isMine() && send({ kind: "reset" }),
    });
    stream = opened;
    try {
      for await (const event of opened) {
        if (!isMine()) return;
        last = opened.lastEventId;
        if (line.state !== "live" && line.state !== "connecting") set("catchingUp", line.state === "catchingUp" ? line.missed + 1 : 1);
        send({ kind: "event", event });
      }
    } catch (error) {
      if (!isMine()) return;
      // The session has ended, or the grant to act in a client has.
      if (error instanceof ApiError && (error.status === 401 || error.code === "grant_required")) {
        closed = true;
        send({ kind: "ended" });
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
      // From here on another round is responsible, so this one's end is ignored.
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
