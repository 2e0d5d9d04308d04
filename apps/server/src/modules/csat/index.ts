import type { EventRecord } from "#platform/events/log.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { createAnswers } from "./answers.ts";
import { type AskingDeps, createAskLoop } from "./asking.ts";
import { csatRoutes } from "./csat.routes.ts";
import { createCsatService } from "./csat.service.ts";

export type { Answer, CsatAnswers } from "./answers.ts";

/** Customer satisfaction: asked after resolving, heard, added up. */
export function createCsatModule(
  deps: AskingDeps & {
    pager: Pager;
    /** An event of a conversation. */
    event(row: { id: string; channel_id: string; contact_id: string }, type: string, data: Record<string, unknown>): EventRecord;
  },
) {
  return { answers: createAnswers(deps), routes: csatRoutes(createCsatService(), deps.pager), loops: [createAskLoop(deps)] };
}
