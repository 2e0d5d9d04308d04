/** undefined: the session's own instructions. */
type Instructions = string | undefined;

/**
 * Requests responses from the model. Only one response runs at a time, including those the model starts itself after a
 * turn; a request made meanwhile waits for its end.
 */
export function createResponses(deps: { isConnected(): boolean; send(event: object): void }) {
  /** The response id; `requested` until the model has sent it. */
  let active: string | null = null;
  let lastInstructions: Instructions;
  let waiting: { instructions: Instructions } | null = null;
  let requests = 0;
  let failures = 0;
  const eventId = () => `response-${requests}`;

  function ask(instructions?: string): void {
    if (active !== null || !deps.isConnected()) {
      waiting = { instructions };
      return;
    }
    active = "requested";
    lastInstructions = instructions;
    requests++;
    const response = instructions === undefined ? {} : { response: { instructions, tool_choice: "none" } };
    deps.send({ type: "response.create", event_id: eventId(), ...response });
  }

  return {
    ask,
    isActive: () => active !== null,
    isWaiting: () => waiting !== null,
    began(id: string): void {
      if (active !== "requested") lastInstructions = undefined;
      active = id;
    },
    /** Audio can arrive before `response.created`. */
    onAudio(id: string | null): void {
      active ??= id;
    },
    /** The running response completed or was cancelled. */
    done(): void {
      active = null;
      failures = 0;
    },
    /** Sends the waiting request. False: there is none. */
    next(): boolean {
      const request = waiting;
      waiting = null;
      if (request !== null) ask(request.instructions);
      return request !== null;
    },
    /** The running response failed. Requests it again; false if this was the second failure in a row. */
    again(): boolean {
      active = null;
      if (++failures > 1) return false;
      ask(lastInstructions);
      return true;
    },
    /** Whether an error answers the latest request. */
    isRefused: (id: string | null): boolean => active === "requested" && id === eventId(),
    /** An error without an event id may have been about the latest request. */
    forget(): void {
      if (active === "requested") active = null;
    },
    stop(): void {
      if (active !== null) deps.send({ type: "response.cancel" });
      waiting = null;
    },
    /** The new connection has no running response. */
    reconnected(): void {
      active = null;
    },
  };
}
