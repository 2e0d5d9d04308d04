import type { Pager } from "#platform/pagination/page.ts";
import { segmentRoutes } from "./segments.routes.ts";
import { createSegmentsService, type SegmentsDeps } from "./segments.service.ts";

export { type AudienceNode, compileAudience, normalizeRules, nilId as nobody, type Reference } from "./audience-compile.ts";
export { type AudienceContact, evaluateAudience } from "./audience-evaluate.ts";
export { type AudienceMember, listAudience } from "./audience.queries.ts";
export { measureAudience, measureDeliverability } from "./audience-count.ts";
export { findMissing } from "./references.queries.ts";
export { audienceFieldNames, audienceItem, opsByRule, rulesDocument } from "./audience-document.ts";
export { AudienceRules } from "./audience-rules.ts";
export type { SegmentsService } from "./segments.service.ts";

export function createSegmentsModule(deps: SegmentsDeps & { pager: Pager }) {
  const service = createSegmentsService(deps);
  return { service, routes: segmentRoutes(service, deps.pager) };
}
