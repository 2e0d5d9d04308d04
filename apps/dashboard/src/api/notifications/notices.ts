/** Failures and results outside the place where they were requested. The shell shows them as toasts; nothing here depends on that. */
import type { Message, ParleyError } from "@parley/sdk";
import type { Refusal } from "../attempts/outcome.ts";

export type Notice = Failure | RefusedMessage | MovedReply;

/** A reverted change. */
export interface Failure {
  error: ParleyError;
  /** Repeats the action. */
  retry?: () => void;
}

/** A message that the server refused. */
export interface RefusedMessage {
  refusal: Refusal;
  /** Sends it again. */
  retry(): void;
}

/** A reply to a resolved conversation: the server put it into another one, new or open already. */
export interface MovedReply {
  /** The tab in which it was typed. */
  tab: string;
  /** The conversation in which it was typed. */
  from: string;
  message: Message;
}

type Listener = (notice: Notice) => unknown;
const listeners = new Set<Listener>();

export function onNotice(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Resolves when it is shown; false: nobody listens. */
export async function notify(notice: Notice): Promise<boolean> {
  const shown = await Promise.all([...listeners].map((each) => each(notice)));
  return shown.length > 0;
}
