import { wireId } from "#platform/ids/ids.ts";
import { shownHeaders } from "./delivering/delivery-headers.ts";
import type { AttemptRow, DeliveryRow, EndpointRow, ReplayRow } from "./webhooks.queries.ts";
import type { Delivery, DeliveryState, errorKinds, Replay, Webhook } from "./webhooks.schema.ts";

export function renderWebhook(row: EndpointRow, now: Date): Webhook {
  const rotating = row.previous_secret_expires_at !== null && row.previous_secret_expires_at > now;
  return {
    id: wireId("whk", row.id),
    url: row.url,
    events: row.events,
    description: row.description,
    channelIds: row.channel_ids === null ? null : row.channel_ids.map((id) => wireId("chn", id)),
    status: row.status,
    disabledReason: row.disabled_reason,
    failingSince: time(row.failing_since),
    failureCount: row.failure_count,
    headerNames: row.header_names,
    filter: row.filter,
    maxPerSecond: row.max_per_second,
    signatureScheme: row.signature_scheme,
    publicKey: row.public_key,
    previousPublicKey: rotating ? row.previous_public_key : null,
    previousSecretExpiresAt: rotating ? time(row.previous_secret_expires_at) : null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

const wireStates: Record<DeliveryRow["state"], DeliveryState> = {
  ready: "pending",
  leased: "delivering",
  delivered: "delivered",
  failed: "failed",
  skipped: "skipped",
};

/** The table's value for a wire state. */
export function storedState(state: DeliveryState): DeliveryRow["state"] {
  return state === "pending" ? "ready" : state === "delivering" ? "leased" : state;
}

export function renderDelivery(row: DeliveryRow): Delivery {
  return {
    id: wireId("dlv", row.id),
    webhookId: wireId("whk", row.endpoint_id),
    eventId: wireId("evt", row.event_id),
    eventType: row.event_type,
    state: wireStates[row.state],
    attemptCount: row.attempts,
    nextAttemptAt: row.state === "ready" ? time(row.run_at) : null,
    lastStatus: row.last_status,
    lastError: row.last_error,
    replayId: row.replay_id === null ? null : wireId("rpl", row.replay_id),
    createdAt: row.created_at.toISOString(),
    completedAt: time(row.completed_at),
  };
}

/** @param ownNames names of the webhook's own headers */
export function renderAttempt(row: AttemptRow, eventId: string, ownNames: readonly string[]) {
  return {
    id: wireId("att", row.id),
    attempt: row.attempt,
    startedAt: row.started_at.toISOString(),
    durationMs: row.duration_ms,
    requestHeaders: shownHeaders(row, wireId("evt", eventId), ownNames),
    status: row.response_status,
    errorKind: row.error_kind as (typeof errorKinds)[number] | null,
    error: row.error,
    address: row.address,
    responseBody: row.response_body,
  };
}

export function renderReplay(row: ReplayRow): Replay {
  return {
    id: wireId("rpl", row.id),
    webhookId: wireId("whk", row.endpoint_id),
    since: row.since.toISOString(),
    until: row.until.toISOString(),
    state: row.state === "done" || row.state === "cancelled" ? row.state : "running",
    deliveries: row.created,
    createdAt: row.created_at.toISOString(),
  };
}

function time(at: Date | null): string | null {
  return at === null ? null : at.toISOString();
}
