import type { InboundHandler } from "#modules/channels/inbound/index.ts";
import { matchedPart } from "#platform/text/matched.ts";
import type { CsatAnswers } from "./answers.ts";

/** Stores a customer's next message after a rating as the comment. */
export function createCommentHandler(answers: Pick<CsatAnswers, "comments">): InboundHandler {
  return {
    async received(tx, now, received) {
      if (!received.settings.surveysEnabled || received.answers) return [];
      const said = received.messages
        .toSorted((a, b) => a.n - b.n)
        .flatMap(({ conversationId, event: { direction, type, text, context } }) =>
          conversationId !== null && direction === "inbound" && type === "text" && text !== null && context !== true
            ? [{ conversationId, text: matchedPart(text) }]
            : [],
        );
      await answers.comments(tx, now, said);
      return [];
    },
  };
}
