import type { Reach } from "#platform/auth/reach.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { auditLogRoutes } from "./audit-log.routes.ts";
import { createAuditLogService } from "./audit-log.service.ts";

/** Who did what. Services write the entries (platform/audit) in their own transactions; nothing changes them afterwards. */
export function createAuditLogModule(deps: { reach: Reach; pager: Pager }) {
  return { routes: auditLogRoutes(deps.reach, createAuditLogService(deps)) };
}
