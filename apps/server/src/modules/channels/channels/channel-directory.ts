import type { ChannelAccess, TemplateShape } from "@parley/connector-kit";
import type { TenantSecrets } from "#platform/crypto/tenant-secrets.ts";
import type { Database } from "#platform/db/database.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { ConnectorRegistry, InstalledConnector } from "./connectors.ts";
import { findSendableTemplate, type SendableTemplate, shapeOfSendable } from "./template-lookup.queries.ts";
import { findChannel } from "./channels.queries.ts";

/** A channel as sending and receiving need it. */
export interface KnownChannel {
  tenantId: string;
  id: string;
  kind: string;
  externalId: string;
  status: string;
  templatesSynced: boolean;
  /** Version of the credentials in `access`; a report that they were refused names it. */
  credentialsVersion: number;
  installed: InstalledConnector;
}

/**
 * Channels for the hot paths, cached for a second: long enough to save a query per message, short enough to go unnoticed. What must be
 * exact (status on acceptance and dispatch) is checked again by the statement that writes.
 */
export interface ChannelDirectory {
  /** null: no such channel in this tenant. */
  find(tenantId: string, channelId: string): Promise<KnownChannel | null>;
  /** With secrets in clear text, for one call to the platform. */
  access(tenantId: string, channelId: string): Promise<{ channel: KnownChannel; access: ChannelAccess } | null>;
  template(
    tenantId: string,
    channelId: string,
    name: string,
    language: string,
  ): Promise<(TemplateShape & { status: string; platformStatus: string | null }) | null>;
}

const lifeMs = 1_000;
const entriesMax = 20_000;

export function createChannelDirectory(deps: {
  database: Database;
  secrets: TenantSecrets;
  registry: ConnectorRegistry;
  wake: Wake;
}): ChannelDirectory {
  type Entry = { channel: KnownChannel; access: ChannelAccess } | null;
  const channels = new Map<string, { readAt: number; entry: Promise<Entry> }>();
  const templates = new Map<string, { readAt: number; entry: Promise<SendableTemplate | null> }>();
  deps.wake.on("routes", () => {
    channels.clear();
    templates.clear();
  });

  function cached<T>(map: Map<string, { readAt: number; entry: Promise<T> }>, key: string, read: () => Promise<T>): Promise<T> {
    const known = map.get(key);
    const now = performance.now();
    if (known !== undefined && now - known.readAt < lifeMs) return known.entry;
    if (map.size >= entriesMax) map.clear();
    const entry = read();
    map.set(key, { readAt: now, entry });
    entry.catch(() => map.delete(key));
    return entry;
  }

  function load(tenantId: string, channelId: string): Promise<Entry> {
    return cached(channels, `${tenantId}/${channelId}`, () =>
      deps.database.withTenant(tenantId, async (tx) => {
        const row = await findChannel(tx, channelId);
        const installed = row === null ? null : deps.registry.byKind(row.kind);
        if (row === null || installed === null) return null;
        const secret = JSON.parse(
          await deps.secrets.open(tx, { table: "channels", column: "secrets", rowId: row.id }, row.secrets),
        ) as Record<string, string>;
        return {
          channel: {
            tenantId,
            id: row.id,
            kind: row.kind,
            externalId: row.external_id,
            status: row.status,
            templatesSynced: row.templates_synced_at !== null,
            credentialsVersion: row.credentials_version,
            installed,
          },
          access: { externalId: row.external_id, config: { ...row.config, ...secret } },
        };
      }),
    );
  }

  return {
    find: async (tenantId, channelId) => (await load(tenantId, channelId))?.channel ?? null,
    access: load,
    async template(tenantId, channelId, name, language) {
      const row = await cached(templates, `${tenantId}/${channelId}/${name}/${language}`, () =>
        deps.database.withTenant(tenantId, (tx) => findSendableTemplate(tx, channelId, name, language)),
      );
      return row === null ? null : { ...shapeOfSendable(row), status: row.status, platformStatus: row.platform_status };
    },
  };
}
