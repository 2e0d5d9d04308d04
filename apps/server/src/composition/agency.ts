import { createAgenciesModule } from "#modules/agency/agencies/index.ts";
import { releaseAppFromAgency } from "#modules/money/apps/index.ts";
import { beginTerms, createClientBillingModule, endTerms } from "#modules/agency/client-billing/index.ts";
import { createEntitlementsModule } from "#modules/organizations/entitlements/index.ts";
import { createLandingPagesModule } from "#modules/agency/landing-pages/index.ts";
import { createSignupFormsModule } from "#modules/agency/signup-forms/index.ts";
import { chosenSnapshot, createSnapshotLibraryModule, lockSnapshot } from "#modules/agency/snapshot-library/index.ts";
import { createSnapshotsModule } from "#modules/agency/snapshots/index.ts";
import { releaseSubscriptionFromAgency } from "#modules/money/subscriptions/index.ts";
import type { Module } from "#platform/module.ts";
import type { Base } from "./base.ts";
import type { Contacts } from "./contacts.ts";
import type { Inbox } from "./inbox.ts";
import type { Money } from "./money.ts";
import type { Organizations } from "./organizations.ts";
import type { People } from "./people.ts";

/**
 * Agencies with their clients, and the tools to create them. `others`: the modules whose configuration is part of
 * snapshots, and whose resources end with a grant.
 */
export function composeAgency(
  base: Base,
  organizations: Organizations,
  money: Money,
  contactArea: Contacts,
  inbox: Inbox,
  people: People,
  others: readonly Module[],
) {
  const { shared, config, claims, keyring, publicUrl } = base;
  const { tenants, branding } = organizations.modules;
  const { auth, invitations } = people.modules;
  const { limits } = organizations;
  const endings = others.flatMap((module) => module.endings ?? []);
  const snapshots = createSnapshotsModule({ ...shared, claims, parts: others.flatMap((module) => module.snapshot ?? []) });
  const agencies = createAgenciesModule({
    ...shared,
    library: { chosen: chosenSnapshot },
    tenants: tenants.service,
    invitations: invitations.service,
    setups: snapshots.setups,
    onLinked: (there, agencyId) => beginTerms(there.tx, agencyId),
    async onEnded(there) {
      await limits.service.removeLimits(there.tx);
      // The subscription comes first, as in renewals.
      await releaseSubscriptionFromAgency(there.tx);
      await releaseAppFromAgency(there.tx);
      await endTerms(there.tx);
    },
    notifications: inbox.modules.notifications.service,
    endings,
    entitlements: limits.service,
    dnsResolver: config.dnsResolver,
    publicUrl,
  });
  const { clients } = agencies;
  const entitlements = createEntitlementsModule(limits, { ...shared, clients, reach: money.deps.reach });
  const signupForms = createSignupFormsModule({
    ...shared,
    branding: branding.service,
    contacts: contactArea.modules.contacts.service,
    clients,
    library: { hold: lockSnapshot },
    attempts: auth.attempts,
    publicUrl,
    tokenKey: keyring.deriveKey("sign-up forms"),
  });
  const snapshotLibrary = createSnapshotLibraryModule({
    ...shared,
    snapshots: snapshots.service,
    schema: snapshots.setups.schema,
    clients,
    users: [signupForms.snapshotUser],
  });
  const landingPages = createLandingPagesModule({ ...shared, branding: branding.service, submitting: signupForms.submitting, publicUrl });
  const clientBilling = createClientBillingModule({ ...money.deps, ledger: money.modules.billing.ledger, clients });
  return {
    modules: { entitlements, snapshots, agencies, signupForms, snapshotLibrary, landingPages, clientBilling },
    /** What an agency has in a client that ends with its grant. */
    endings,
  };
}

export type Agency = ReturnType<typeof composeAgency>;
