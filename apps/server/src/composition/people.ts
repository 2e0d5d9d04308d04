import { createAccountPages } from "#modules/people/account-pages/index.ts";
import { createAgentSettingsModule } from "#modules/people/agent-settings/index.ts";
import { createAgentsModule } from "#modules/people/agents/index.ts";
import { activateClient } from "#modules/agency/agencies/index.ts";
import { createAuthModule } from "#modules/people/auth/index.ts";
import { composeMarkupRaised } from "#modules/agency/client-billing/index.ts";
import { createDivisionsModule } from "#modules/people/divisions/index.ts";
import { createInvitationsModule, seatAllowance } from "#modules/people/invitations/index.ts";
import { createMailModule, createSmtpTransport } from "#modules/people/mail/index.ts";
import { createMembersModule } from "#modules/people/members/index.ts";
import { webhookMails } from "#modules/events/webhooks/index.ts";
import { createInstallationSecrets } from "#platform/crypto/installation-secrets.ts";
import type { Base } from "./base.ts";
import type { Inbox } from "./inbox.ts";
import type { Money } from "./money.ts";
import type { Organizations } from "./organizations.ts";
import type { Service } from "./service.ts";

/**
 * Sign-in with its mails and pages, and the team. `storesMails`: a demo without a mail server shows them.
 * `hasDashboard`: users sign in there.
 */
export function composePeople(
  base: Base,
  organizations: Organizations,
  { modules: { billing }, checkApp }: Money,
  { modules: { conversations } }: Inbox,
  { modules: { tickets } }: Service,
  { storesMails, hasDashboard }: { storesMails: boolean; hasDashboard: boolean },
) {
  const { shared, config, claims, verifier, keyring, publicUrl } = base;
  const { tenants, branding } = organizations.modules;
  const entitlements = organizations.limits.service;
  const auth = createAuthModule({
    ...shared,
    verifier,
    installationSecrets: createInstallationSecrets(keyring),
    brandOf: branding.service.ofMail,
    sessionIdleMs: base.sessionIdleMs,
    sessionLifeMs: config.sessionLifeHours * 3_600_000,
  });
  const members = createMembersModule({
    ...shared,
    claimSeat: (ctx) => entitlements.claim(ctx.tx, ctx.now, seatAllowance.name),
    releaseAssignments: conversations.assignments.release,
  });
  const invitations = createInvitationsModule({ ...shared, entitlements, attempts: auth.attempts, joined: activateClient });
  const divisions = createDivisionsModule({
    ...shared,
    checkApp,
    moveConversations: conversations.assignments.moveDivision,
    moveTickets: tickets.moveDivision,
  });
  const agents = createAgentsModule({
    ...shared,
    checkApp,
    members: members.service,
    invitations: invitations.service,
    loginLinks: auth.loginLinks,
    publicUrl,
  });
  const agentSettings = createAgentSettingsModule({ ...shared, checkApp, tenants: tenants.service });
  const mail = createMailModule({
    ...shared,
    claims,
    composers: { ...auth.mails, ...invitations.mails, ...billing.mails, ...webhookMails, markup_raised: composeMarkupRaised },
    transport:
      config.smtpUrl !== undefined && config.mailFrom !== undefined
        ? createSmtpTransport(config.smtpUrl, config.mailFrom)
        : storesMails
          ? "keep"
          : null,
    publicUrl,
    brandOf: branding.service.ofMail,
  });
  const account = createAccountPages({
    ...shared,
    branding: branding.service,
    accepting: invitations.accepting,
    passwords: auth.passwords,
    emails: auth.emails,
    signIn: auth.signIn,
    loginLinks: auth.loginLinks,
    verifier,
    publicUrl: config.publicUrl,
    hasDashboard,
    guardKey: keyring.deriveKey("forms of pages"),
  });
  return { modules: { auth, members, invitations, mail, agents, divisions, agentSettings }, account };
}

export type People = ReturnType<typeof composePeople>;
