/** Writes of a form that happen once, although a response may be lost. */
import { useRef } from "react";
import { createKey } from "./key.ts";
import { classify } from "./outcome.ts";

/** The last attempt, if its outcome is unknown. The form keeps it; only this file writes it. */
export interface LastTry {
  current: { content: string; key: string; at: number } | null;
}

type Send<Answer> = (options: { idempotencyKey: string }) => Promise<Answer>;

/**
 * If the outcome of an attempt with the same content is unknown, it is repeated under the same idempotency key, so that it happens once;
 * after a refusal or with other content it is a new one.
 *
 * @param content everything that determines the request: its body, and the ids in its path
 * @param forMs how long an attempt is repeated rather than made anew
 */
export async function sendOnce<Answer>(
  last: LastTry,
  content: unknown,
  send: Send<Answer>,
  forMs = Number.POSITIVE_INFINITY,
): Promise<Answer> {
  const text = JSON.stringify(content);
  const now = Date.now();
  const isAgain = last.current?.content === text && now - last.current.at < forMs;
  const key = isAgain && last.current !== null ? last.current.key : createKey(now);
  try {
    const answer = await send({ idempotencyKey: key });
    last.current = null;
    return answer;
  } catch (error) {
    last.current = classify(error).kind === "refused" ? null : { content: text, key, at: now };
    throw error;
  }
}

/** `sendOnce` for one form, as long as it is shown. */
export function useOnce(forMs?: number) {
  const last = useRef<LastTry["current"]>(null);
  return <Answer>(content: unknown, send: Send<Answer>): Promise<Answer> => sendOnce(last, content, send, forMs);
}
