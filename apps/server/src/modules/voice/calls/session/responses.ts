/** undefined: the session's own instructions. */
type Instructions = string | undefined;

/**
 * Requests responses from the model. Only one response runs at a time, including those the model starts itself after a
 * turn; a request made meanwhile waits for its end.
 */
export function createResponses(given: { isConnected(): boolean; tell(event: object): void }) {
  /** The response id; `requested` until the model has sent it. */
  let active: string | null = null;
  let asked: Instructions;
  let waiting: { instructions: Instructions } | null = null;
  let requests = 0;
  let failures = 0;
  const eventId = () => `response-${requests}`;

  function ask(instructions?: string): void {
    if (active !== null || !given.isConnected()) {
      waiting = { instructions };
      return;
    }
    active = "requested";
    asked = instructions;
    requests++;
    const response = instructions === undefined ? {} : { response: { instructions, tool_choice: "none" } };
    given.tell({ type: "response.create", event_id: eventId(), ...response });
  }

  return {
    ask,
    isActive: () => active !== null,
    isWaiting: () => waiting !== null,
    began(id: string): void {
      if (active !== "requested") asked = undefined;
      active = id;
    },
    /** Audio can arrive before `response.created`. */
    isHeard(id: string | null): void {
      active ??= id;
    },
    /** The running response completed or was cancelled. */
    done(): void {
      active = null;
      failures = 0;
    },
    /** Sends the waiting request. False: there is none. */
    next(): boolean {
      const wanted = waiting;
      waiting = null;
      if (wanted !== null) ask(wanted.instructions);
      return wanted !== null;
    },
    /** The running response failed. Requests it again; false if this was the second failure in a row. */
    again(): boolean {
      active = null;
      if (++failures > 1) return false;
      ask(asked);
      return true;
    },
    /** Whether an error answers the latest request. */
    isRefused: (id: string | null): boolean => active === "requested" && id === eventId(),
    /** An error without an event id may have been about the latest request. */
    forget(): void {
      if (active === "requested") active = null;
    },
    stop(): void {
      if (active !== null) given.tell({ type: "response.cancel" });
      waiting = null;
    },
    /** The new connection has no running response. */
    reconnected(): void {
      active = null;
    },
  };
}
