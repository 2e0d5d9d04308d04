import { isDeepStrictEqual } from "node:util";
import { wireId } from "#platform/ids/ids.ts";
import type { ContactRow, ContactValuesStored, IdentityRow } from "./contacts.queries.ts";
import type { Contact } from "./contacts.schema.ts";

export function storedValues(row: ContactRow): ContactValuesStored {
  return {
    name: row.name,
    phone: row.phone,
    phoneKey: row.phone_key,
    email: row.email,
    source: row.source,
    tags: row.tags,
    customFields: row.custom_fields,
    ownerId: row.owner_id,
    stageId: row.stage_id,
    language: row.language,
    timezone: row.timezone,
    country: row.country,
    optIn: row.opt_in,
    blockedAt: row.blocked_at,
  };
}

/** The fields that differ, as on the wire. */
export function changesBetween(before: ContactValuesStored, after: ContactValuesStored): Record<string, { from: unknown; to: unknown }> {
  const changes: Record<string, { from: unknown; to: unknown }> = {};
  const [from, to] = [shown(before), shown(after)];
  for (const field of Object.keys(to) as (keyof typeof to)[]) {
    if (!isDeepStrictEqual(from[field], to[field])) changes[field] = { from: from[field], to: to[field] };
  }
  return changes;
}

function shown(v: ContactValuesStored) {
  const { phoneKey: _, ownerId, stageId, blockedAt, ...same } = v;
  return {
    ...same,
    ownerId: ownerId === null ? null : wireId("agt", ownerId),
    stageId: stageId === null ? null : wireId("stg", stageId),
    blockedAt: blockedAt?.toISOString() ?? null,
  };
}

export function renderContact(row: ContactRow, identities: IdentityRow[]): Contact {
  return {
    id: wireId("cnt", row.id),
    name: row.name,
    phone: row.phone,
    phoneNumber: row.phone,
    email: row.email,
    source: row.source,
    tags: row.tags,
    customFields: row.custom_fields,
    identities: identities.map((identity) => ({
      id: wireId("cid", identity.id),
      kind: identity.kind,
      account: identity.account === "" ? null : identity.account,
      address: identity.address,
      providerUserId: identity.provider_user_id,
      username: identity.username,
      name: identity.display_name,
    })),
    ownerId: row.owner_id === null ? null : wireId("agt", row.owner_id),
    stageId: row.stage_id === null ? null : wireId("stg", row.stage_id),
    language: row.language,
    timezone: row.timezone,
    country: row.country,
    optIn: row.opt_in,
    blockedAt: row.blocked_at?.toISOString() ?? null,
    lastInboundAt: row.last_inbound_at?.toISOString() ?? null,
    mergedIntoId: row.merged_into_id === null ? null : wireId("cnt", row.merged_into_id),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
