import { wireId } from "#platform/ids/ids.ts";
import { insertTraces, peopleOf } from "../privacy.queries.ts";
import { dropCalls, dropRecordings, endCalls, lockCalls } from "./calls.queries.ts";
import type { Progress, Step } from "./step.ts";

const callsAtOnce = 50;
/** How often to check whether calls have ended. */
const endingMs = 2_000;

/**
 * Calls with the person, their transcripts and recordings. A call in progress is ended first, by the process that has it, so that its
 * minutes are charged and unused ones returned.
 */
export const calls: Step = {
  name: "calls",
  async run(piece): Promise<Progress> {
    const { tx, request } = piece;
    const people = await peopleOf(tx, request.contact_id);
    if (await endCalls(tx, people)) return { more: true, waitMs: endingMs };
    const ids = (await lockCalls(tx, people, callsAtOnce)).map((row) => row.id);
    if (ids.length === 0) return { more: false };
    await insertTraces(
      tx,
      request.id,
      "id",
      ids.map((id) => wireId("call", id)),
    );
    const files = await dropRecordings(tx, ids);
    await insertTraces(
      tx,
      request.id,
      "content",
      files.flatMap((file) => file.content_id ?? []),
    );
    await dropCalls(tx, ids);
    piece.count("media", "deleted", files.length);
    piece.count("voice_calls", "deleted", ids.length);
    return { more: true };
  },
};
