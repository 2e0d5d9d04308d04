import type { Pager } from "#platform/pagination/page.ts";
import { cannedReplyRoutes } from "./canned-replies.routes.ts";
import { cannedRepliesSnapshot } from "./canned-replies.snapshot.ts";
import { type CannedRepliesDeps, createCannedRepliesService } from "./canned-replies.service.ts";

export { type CannedRepliesService, refuseUnknown } from "./canned-replies.service.ts";
export { fillFor, unknownVariables } from "./variables.ts";

export function createCannedRepliesModule(deps: CannedRepliesDeps & { pager: Pager }) {
  const service = createCannedRepliesService(deps);
  return { service, routes: cannedReplyRoutes(service, deps.pager), snapshot: [cannedRepliesSnapshot(service)] };
}
