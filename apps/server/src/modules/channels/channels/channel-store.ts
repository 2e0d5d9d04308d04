import type { ConnectorDescription } from "@parley/connector-kit";
import type { TenantSecrets } from "#platform/crypto/tenant-secrets.ts";
import type { Tx } from "#platform/db/database.ts";
import { invalidField, notFound } from "#platform/errors/app-error.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import type { SplitConfig } from "./channel-config.ts";
import * as queries from "./channels.queries.ts";
import type { Channel } from "./channels.schema.ts";
import type { ConnectorRegistry, InstalledConnector } from "./connectors.ts";

/** Reads and renders channels, including their secrets, for the services of this module. */
export function createChannelStore(deps: { secrets: TenantSecrets; registry: ConnectorRegistry; ids: IdSource }) {
  const secretLocation = (id: string) => ({ table: "channels", column: "secrets", rowId: id });

  function installedOf(kind: string): InstalledConnector {
    const installed = deps.registry.byKind(kind);
    if (installed === null) throw invalidField("kind", "unknown_value", `Channel kinds: ${deps.registry.kinds().join(", ")}.`);
    return installed;
  }

  async function get(tx: Tx, wire: string, lock = false): Promise<queries.ChannelRow> {
    const id = parseWireId("chn", wire);
    const row = id === null ? null : await queries.findChannel(tx, id, lock);
    if (row === null) throw notFound(wire);
    return row;
  }

  async function openSecrets(tx: Tx, row: queries.ChannelRow): Promise<Record<string, string>> {
    return JSON.parse(await deps.secrets.open(tx, secretLocation(row.id), row.secrets)) as Record<string, string>;
  }

  const callbackPathOf = (row: queries.ChannelRow) =>
    `/callbacks/${installedOf(row.kind).connector.description.slug}/${wireId("chn", row.id)}`;

  return {
    installedOf,
    callbackPathOf,
    get,
    find: queries.findChannel,
    openSecrets,
    sealSecrets: (tx: Tx, id: string, secret: Record<string, string>) => deps.secrets.seal(tx, secretLocation(id), JSON.stringify(secret)),

    async render(tx: Tx, row: queries.ChannelRow): Promise<Channel> {
      const { description } = installedOf(row.kind).connector;
      return {
        id: wireId("chn", row.id),
        kind: row.kind,
        name: row.name,
        externalId: row.external_id,
        status: row.status as Channel["status"],
        statusReason: row.status_reason,
        config: row.config,
        hasSecrets: Object.keys(await openSecrets(tx, row)),
        messagesPerSecond: row.messages_per_second,
        qualityRating: row.quality_rating,
        messagingLimit: row.messaging_limit,
        credentialsExpireAt: row.credentials_expire_at?.toISOString() ?? null,
        credentialsRenewableUntil: row.credentials_renewable_until?.toISOString() ?? null,
        callbackPath: callbackPathOf(row),
        capabilities: {
          types: description.outboundTypes,
          startsConversations: description.startsConversations,
          windowHours: description.window.durationMs / 3_600_000,
          textCharactersMax: description.limits.textCharactersMax,
        },
        templatesSyncedAt: row.templates_synced_at?.toISOString() ?? null,
        createdAt: row.created_at.toISOString(),
        updatedAt: row.updated_at.toISOString(),
      };
    },

    channelEvent(row: queries.ChannelRow, notice: string | null) {
      return {
        id: deps.ids.uuid(),
        type: "channel.updated",
        channelId: row.id,
        data: {
          channelId: wireId("chn", row.id),
          status: row.status,
          statusReason: row.status_reason,
          notice,
          qualityRating: row.quality_rating,
          messagingLimit: row.messaging_limit,
          messagesPerSecond: row.messages_per_second,
        },
      };
    },
  };
}

export type ChannelStore = ReturnType<typeof createChannelStore>;

export function accountOf(description: ConnectorDescription, config: SplitConfig): string | null {
  const value = description.accountIdField === undefined ? undefined : config.open[description.accountIdField];
  return typeof value === "string" ? value : null;
}
