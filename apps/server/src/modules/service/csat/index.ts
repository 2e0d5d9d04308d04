import type { EventRecord } from "#platform/events/log.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { createAnswers } from "./answers.ts";
import { type AskingDeps, createSurveyLoop } from "./asking.ts";
import { createCommentHandler } from "./inbound.ts";
import { csatRoutes } from "./csat.routes.ts";
import { createCsatService } from "./csat.service.ts";

/** Customer satisfaction: surveys after a resolution, their answers and their summary. */
export function createCsatModule(
  deps: AskingDeps & {
    pager: Pager;
    /** Builds an event of a conversation. */
    event(row: { id: string; channel_id: string; contact_id: string }, type: string, data: Record<string, unknown>): EventRecord;
  },
) {
  const answers = createAnswers(deps);
  return {
    answers,
    inbound: createCommentHandler(answers),
    routes: csatRoutes(createCsatService(), deps.pager, deps.database),
    loops: [createSurveyLoop(deps)],
  };
}
