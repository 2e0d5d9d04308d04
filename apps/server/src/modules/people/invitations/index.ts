import { type AcceptingDeps, createAccepting } from "./accepting.ts";
import { invitationRoutes } from "./invitations.routes.ts";
import { createInvitationsService, type InvitationsDeps } from "./invitations.service.ts";

export type { Accepting } from "./accepting.ts";
export { seatAllowance } from "./seat-allowance.ts";
export type { InvitationsService } from "./invitations.service.ts";

/** How a person becomes a member of a tenant. */
export function createInvitationsModule(deps: InvitationsDeps & AcceptingDeps) {
  const accepting = createAccepting(deps);
  const service = createInvitationsService(deps);
  return {
    service,
    accepting,
    mails: { invitation: accepting.compose },
    routes: invitationRoutes(service, accepting),
  };
}
