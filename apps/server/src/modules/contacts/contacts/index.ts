import { createProfilesQueue } from "./profiles/profiles.queue.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { contactEvents } from "./contacts.events.ts";
import { contactRoutes } from "./contacts.routes.ts";
import { type ContactsDeps, createContactsService } from "./contacts.service.ts";
import { createOptWords, profileRequests } from "./inbound.ts";
import { createMoveLoop, type MoveLoopDeps } from "./merging/merges.jobs.ts";
import { mergeRoutes } from "./merging/merges.routes.ts";
import { createContactOccupants } from "./stage-occupants.ts";
import { createMergesService } from "./merging/merges.service.ts";
import { createProfileFetching, type ProfileLoopDeps } from "./profiles/profiles.jobs.ts";
import { createTagLoop, type TagLoopDeps } from "./tags/tags.jobs.ts";
import { tagRoutes } from "./tags/tags.routes.ts";
import { createTagsService } from "./tags/tags.service.ts";
import { timelineRoutes } from "./timeline/timeline.routes.ts";

export { contactAllowance } from "./contact-allowance.ts";
export { checkTagLimit } from "./contact-input.ts";
export { lockContact } from "./contact-reference.ts";
export { type Activity, recordActivities } from "./activities.ts";
export { beginErasure, type PersonTraces } from "./erasing.ts";
export { recordOptIn } from "./opting-out/contact-opt-in.ts";
export { Contact, ContactList, type CreateContact, optInWords, tagsMax, type UpdateContact } from "./contacts.schema.ts";
export { contactsOf } from "./inbound.ts";
export type { ContactFollower } from "./merging/merge-followers.ts";
export type { ContactsService } from "./contacts.service.ts";

export function createContactsModule(deps: ContactsDeps & MoveLoopDeps & ProfileLoopDeps & TagLoopDeps & { pager: Pager }) {
  const service = createContactsService(deps);
  const merges = createMergesService(deps);
  const profiles = createProfileFetching(deps);
  return {
    service,
    stageOccupants: createContactOccupants(deps),
    inbound: { optWords: createOptWords(deps), nameless: profileRequests },
    routes: [
      ...contactRoutes(service, deps.pager),
      ...tagRoutes(service, createTagsService(deps), deps.resolveConversations, deps.pager),
      ...timelineRoutes(service, deps.pager),
      ...mergeRoutes(service, merges, deps.pager),
    ],
    loops: [createMoveLoop(deps), createTagLoop(deps), ...profiles.loops],
    idle: profiles.idle,
    queues: [createProfilesQueue(deps.database)],
    events: contactEvents,
  };
}
