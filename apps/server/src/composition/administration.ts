import { createAdminModule } from "#modules/administration/admin/index.ts";
import { createAuditLogModule } from "#modules/administration/audit-log/index.ts";
import { createMaintenanceModule } from "#modules/administration/maintenance/index.ts";
import { createOrganizationErasureModule } from "#modules/administration/organization-erasure/index.ts";
import { createOrganizationExportsModule } from "#modules/administration/organization-exports/index.ts";
import { createPrivacyModule } from "#modules/administration/privacy/index.ts";
import { createRequestLogsModule } from "#modules/administration/request-logs/index.ts";
import { createRetentionModule } from "#modules/administration/retention/index.ts";
import { sampleDataRoutes } from "#modules/administration/sample-data/index.ts";
import { createWebhookEventsModule } from "#modules/administration/webhook-events/index.ts";
import type { Agency } from "./agency.ts";
import type { Base } from "./base.ts";
import type { Contacts } from "./contacts.ts";
import type { Inbox } from "./inbox.ts";
import type { Money } from "./money.ts";
import type { Organizations } from "./organizations.ts";
import type { People } from "./people.ts";
import { tables } from "./tables.ts";

/** Retention, exports and erasures, the audit log and the request log. */
export function composeAdministration(
  base: Base,
  organizations: Organizations,
  { deps }: Money,
  contactArea: Contacts,
  inbox: Inbox,
  people: People,
  agency: Agency,
  isDemo: (tenantId: string) => boolean,
) {
  const { shared, config, claims, storage, staging } = base;
  const { conversations, notifications } = inbox.modules;
  const maintenance = createMaintenanceModule({ ...shared, eventRetentionDays: config.eventRetentionDays });
  const privacy = createPrivacyModule({ ...shared, claims, storage, contacts: contactArea.modules.contacts.service });
  const organizationErasure = createOrganizationErasureModule({ ...shared, claims, storage, tables });
  const organizationExports = createOrganizationExportsModule({
    ...shared,
    claims,
    storage,
    staging,
    notifications: notifications.service,
    tables,
  });
  const retention = createRetentionModule(shared);
  const sampleData = {
    routes: sampleDataRoutes({
      isDemo,
      isBranded: async (tenantId) =>
        (await organizations.modules.branding.service.ofMail((statement) => shared.database.worker(statement), tenantId)) !== null,
    }),
  };
  const webhookEvents = createWebhookEventsModule(deps);
  const auditLog = createAuditLogModule(deps);
  const requestLogs = createRequestLogsModule(shared);
  const admin = createAdminModule({
    ...deps,
    members: people.modules.members.service,
    releaseAssignments: conversations.assignments.release,
    tenants: organizations.modules.tenants.service,
    invitations: people.modules.invitations.service,
    clients: agency.modules.agencies.clients,
  });
  return {
    modules: {
      maintenance,
      privacy,
      organizationErasure,
      organizationExports,
      retention,
      sampleData,
      webhookEvents,
      auditLog,
      requestLogs,
      admin,
    },
  };
}
