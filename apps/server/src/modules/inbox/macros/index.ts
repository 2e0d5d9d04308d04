import type { MessagesService } from "#modules/inbox/messages/index.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { macroRoutes } from "./macros.routes.ts";
import { createMacrosService, type MacrosDeps } from "./macros.service.ts";
import { type MacroNames, macrosSnapshot } from "./macros.snapshot.ts";

export function createMacrosModule(deps: MacrosDeps & MacroNames & { pager: Pager; messages: Pick<MessagesService, "sent"> }) {
  const service = createMacrosService(deps);
  return { service, routes: macroRoutes(service, deps.pager, deps.messages.sent), snapshot: [macrosSnapshot(service, deps)] };
}
