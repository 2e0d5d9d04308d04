import type { CallbackResponse } from "../types.ts";
import type { Swaps } from "./swap.ts";
import type { SeenMessage, Transcripts } from "./transcript.ts";
import type { ThreadKey } from "./types.ts";

type OnAnswer = (answer: CallbackResponse) => void;

/**
 * Delivers a customer's actions to the business, in order. The visible part (`seen`) is on the phone at once and gets its marks with the
 * response to the callback; null: it shows no message of its own.
 */
export function deliverAction(
  { transcripts, swaps }: { transcripts: Transcripts; swaps: Swaps },
  key: ThreadKey,
  seen: SeenMessage | null,
  answered: OnAnswer | undefined,
  deliver: (answered: OnAnswer | undefined) => void,
): void {
  if (!transcripts.enabled) return deliver(answered);
  if (seen !== null) transcripts.add(key, { status: "sent", ...seen });
  swaps.pass(key, (passed) =>
    deliver((answer) => {
      if (seen !== null) applyAnswer(transcripts, seen.id, answer);
      answered?.(answer);
      passed();
    }),
  );
}

function applyAnswer(transcripts: Transcripts, messageId: string, answer: CallbackResponse): void {
  if (answer.status === 200) return transcripts.setStatus(messageId, "delivered");
  const said = answer.status === 0 ? "did not answer" : `answered ${answer.status}`;
  transcripts.setProblem(messageId, `The business ${said}; delivery will be retried.`);
  transcripts.note("problem", `A callback was not accepted: the business ${said}.`);
}

/** The business tried to send and was refused. */
export function logRefusal(transcripts: Transcripts, code: number, message: string): void {
  const named = message.includes(`#${code}`) ? "" : ` (${code})`;
  transcripts.note("problem", `A message from the business was refused: ${message.replace(/\.$/, "")}${named}.`);
}
