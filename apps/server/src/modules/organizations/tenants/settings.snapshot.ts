import type { Static } from "typebox";
import { extending } from "#platform/http/openapi/schemas.ts";
import { definedOnly, snapshotPart } from "#platform/snapshot/snapshot-part.ts";
import { type OrganizationSettings, UpdateOrganizationSettings } from "./tenants.schema.ts";
import type { TenantsService } from "./tenants.service.ts";

const Entry = extending(UpdateOrganizationSettings, {}, { title: "SnapshotSettings", description: "Omitted fields keep their values" });
type EntryValues = Static<typeof OrganizationSettings>;

/** The organization's settings without its name. */
export const settingsSnapshot = (service: Pick<TenantsService, "getOrganization" | "updateOrganization">) =>
  snapshotPart<Partial<EntryValues>>({
    name: "settings",
    schema: Entry,
    scopes: { read: "organization:read", write: "organization:write" },

    async read(ctx) {
      return { value: (await service.getOrganization(ctx)).settings, leftOut: [] };
    },

    async apply(ctx, entry, run) {
      await run.entry<EntryValues>({ index: null, key: "settings" }, async () => {
        const { reopenWindowHours, ticketAutoCloseDays, optOutWords, optInWords } = entry;
        return {
          current: (await service.getOrganization(ctx)).settings,
          desired: definedOnly<EntryValues>({ reopenWindowHours, ticketAutoCloseDays, optOutWords, optInWords }),
          create: () => Promise.reject(new Error("every tenant has settings")),
          update: (changed) => service.updateOrganization(ctx, { settings: changed }),
        };
      });
    },
  });
