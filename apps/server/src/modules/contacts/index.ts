import { createProfilesQueue } from "./profiles.queue.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { contactEvents } from "./contacts.events.ts";
import { contactRoutes } from "./contacts.routes.ts";
import { type ContactsDeps, createContactsService } from "./contacts.service.ts";
import { createMoveLoop, type MoveLoopDeps } from "./merges.jobs.ts";
import { mergeRoutes } from "./merges.routes.ts";
import { createMergesService } from "./merges.service.ts";
import { createProfileFetching, type ProfileLoopDeps } from "./profiles.jobs.ts";

export { recordOptIn } from "./contact-opt-in.ts";
export { Contact } from "./contacts.schema.ts";
export { enqueueProfiles } from "./profiles.queries.ts";
export { readOptWord } from "./opt-words.ts";
export type { ContactsService } from "./contacts.service.ts";

export function createContactsModule(deps: ContactsDeps & MoveLoopDeps & ProfileLoopDeps & { pager: Pager }) {
  const service = createContactsService(deps);
  const merges = createMergesService(deps);
  const profiles = createProfileFetching(deps);
  return {
    service,
    routes: [...contactRoutes(service, deps.pager), ...mergeRoutes(service, merges, deps.pager)],
    loops: [createMoveLoop(deps), ...profiles.loops],
    idle: profiles.idle,
    queues: [createProfilesQueue(deps.database)],
    events: contactEvents,
  };
}
