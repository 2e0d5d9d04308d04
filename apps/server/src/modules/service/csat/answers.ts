import { recordActivities } from "#modules/inbox/conversations/index.ts";
import type { Tx } from "#platform/db/database.ts";
import { appendEvents, type EventRecord } from "#platform/events/log.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import { cut } from "#platform/text/clean.ts";
import * as queries from "./csat.queries.ts";
import { answerMsMax, readRating } from "./rating.ts";

/** A message recognized as an answer to the survey. */
export interface Answer {
  survey: queries.UnansweredSurvey;
  rating: number;
}

interface Subject {
  id: string;
  channel_id: string;
  contact_id: string;
}

/**
 * Recognizes customers' answers, in the transaction that stores their messages. A conversation answered with a number
 * stays resolved. The next message is kept as the comment and reopens the conversation like any other, because the
 * customer may want something.
 */
export function createAnswers(deps: { ids: IdSource; event(row: Subject, type: string, data: Record<string, unknown>): EventRecord }) {
  async function record(tx: Tx, now: Date, subject: Subject, from: object | null, to: object): Promise<void> {
    const changes = { csat: { from, to } };
    await appendEvents(tx, now, [deps.event(subject, "conversation.updated", { changes })]);
    const actor = { kind: "contact" as const, id: wireId("cnt", subject.contact_id) };
    await recordActivities(tx, now, [{ id: deps.ids.uuid(), conversationId: subject.id, changes, actor }]);
  }

  return {
    /** Keyed by the writers' `n`; writers whose message is not a rating are not looked up. */
    async find(tx: Tx, now: Date, writers: (queries.Writer & { text: string | null })[]): Promise<Map<number, Answer>> {
      const rated = writers.flatMap(({ text, ...writer }) => {
        const rating = text === null ? null : readRating(text);
        return rating === null ? [] : [{ writer, rating }];
      });
      const found = new Map<number, Answer>();
      if (rated.length === 0) return found;
      const survey = await queries.findUnanswered(
        tx,
        rated.map(({ writer }) => writer),
        new Date(now.getTime() - answerMsMax),
      );
      for (const row of survey) {
        const rating = rated.find(({ writer }) => writer.n === row.n)?.rating;
        if (rating !== undefined && !found.has(row.n)) found.set(row.n, { survey: row, rating });
      }
      return found;
    },

    /**
     * Stores one answer through `receive`, which returns whether the message was new. Returns null, without any effect,
     * if the survey can no longer be answered: it was answered at the same moment, or the conversation was reopened.
     */
    async take(tx: Tx, now: Date, { survey, rating }: Answer, receive: () => Promise<boolean>): Promise<boolean | null> {
      if (!(await queries.lockUnanswered(tx, survey))) return null;
      const kept = await queries.openForMessage(tx, survey.conversation_id, survey.resolved_at);
      if (kept === null) return null;
      const stored = await receive();
      await queries.restoreResolved(tx, survey.conversation_id, kept);
      if (!stored) return false;
      await queries.rate(tx, now, survey.survey_id, rating);
      const subject = { id: survey.conversation_id, channel_id: survey.channel_id, contact_id: survey.contact_id };
      await record(tx, now, subject, null, { rating, comment: null });
      return true;
    },

    /** For messages just stored, in their order. */
    async comments(tx: Tx, now: Date, said: { conversationId: string; text: string }[]): Promise<void> {
      const words = said
        .filter(({ text }) => text.trim() !== "")
        .map(({ conversationId, text }) => ({ conversationId, text: cut(text, 4_096) }));
      if (words.length === 0) return;
      for (const row of await queries.comment(tx, now, words, new Date(now.getTime() - answerMsMax))) {
        const subject = { id: row.conversation_id, channel_id: row.channel_id, contact_id: row.contact_id };
        await record(tx, now, subject, { rating: row.rating, comment: null }, { rating: row.rating, comment: row.comment });
      }
    },
  };
}

export type CsatAnswers = ReturnType<typeof createAnswers>;
