import { renderEvent } from "#modules/events/events/index.ts";
import type { Reach } from "#platform/auth/reach.ts";
import { invalidField, notFound } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { parseWireId, wireId } from "#platform/ids/ids.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { findRecord, listRecords, type RecordRow } from "./webhook-events.queries.ts";
import type { WebhookEvent, WebhookEventsQuery, WebhookEventWithPayload } from "./webhook-events.schema.ts";

export function createWebhookEventsService(deps: { reach: Reach; pager: Pager }) {
  return {
    async list(ctx: TxContext, query: WebhookEventsQuery) {
      const { limit, cursor, direction, state, since, until } = query;
      if (since !== undefined && until !== undefined && new Date(until) < new Date(since))
        throw invalidField("until", "out_of_range", "`until` must not be before `since`.");
      const filters = { list: "webhook events", direction, state, since, until };
      const after = deps.pager.read(ctx.tenantId, filters, cursor);
      const filter = { direction, state, since: since && new Date(since), until: until && new Date(until) };
      const rows = await listRecords(deps.reach.ownRows(ctx), filter as Parameters<typeof listRecords>[1], after?.[0] ?? null, limit + 1);
      return deps.pager.page(ctx.tenantId, filters, rows, limit, (row) => [row.id], render);
    },

    /** Throws not_found, also for a record of an organization that the caller cannot read. */
    async get(ctx: TxContext, wire: string): Promise<WebhookEventWithPayload> {
      const inbound = parseWireId("inb", wire);
      const id = inbound ?? parseWireId("dlv", wire);
      const row = id === null ? null : await findRecord(deps.reach.ownRows(ctx), inbound === null ? "outbound" : "inbound", id);
      if (row === null) throw notFound(wire);
      return { ...render(row), payload: payloadOf(row) };
    },
  };
}

export type WebhookEventsService = ReturnType<typeof createWebhookEventsService>;

function payloadOf(row: NonNullable<Awaited<ReturnType<typeof findRecord>>>): unknown {
  if (row.direction === "inbound") return row.payload === null ? null : JSON.parse(row.payload);
  if (row.event_id === null || row.event_created_at === null) return null;
  return renderEvent({ id: row.event_id, type: row.type, data: row.event_data, created_at: row.event_created_at } as Parameters<
    typeof renderEvent
  >[0]);
}

function render(row: RecordRow): WebhookEvent {
  const isInbound = row.direction === "inbound";
  const { stored_state: stored } = row;
  const outcome = stored === "ready" || stored === "leased" ? null : stored;
  return {
    id: wireId(isInbound ? "inb" : "dlv", row.id),
    direction: row.direction,
    type: row.type,
    organizationId: wireId("org", row.tenant_id),
    channelId: isInbound ? wireId("chn", row.about_id) : null,
    channelKind: row.channel_kind,
    endpointId: isInbound ? null : wireId("whk", row.about_id),
    eventId: row.event_id === null ? null : wireId("evt", row.event_id),
    state: stored === "ready" ? "pending" : stored === "leased" ? "processing" : stored === "failed" ? "failed" : "done",
    outcome,
    attempts: row.attempts,
    lastError: row.last_error,
    createdAt: row.created_at.toISOString(),
    processedAt: row.processed_at?.toISOString() ?? null,
  };
}
