import type { IdentityChangedEvent, NormalizedEvent, PersonRef, PreferenceEvent, ReferralEvent } from "@parley/connector-kit";
import type { ChannelsService } from "#modules/channels/channels/index.ts";
import { contactsOf, recordOptIn } from "#modules/contacts/contacts/index.ts";
import type { ChannelOfEvent } from "#modules/channels/inbound/index.ts";
import type { TemplatesService } from "#modules/channels/templates/index.ts";
import type { Tx } from "#platform/db/database.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import { accountOf, personKey } from "#platform/phone/address-key.ts";
import { applyMessageChange } from "./callbacks.changes.ts";
import { noteReferral, countOthersOfAccount, findIdentityOf, changeIdentityOf } from "./callbacks.apply.queries.ts";

interface ApplyDeps {
  ids: IdSource;
  channels: ChannelsService;
  templates: TemplatesService;
}

/**
 * Applies every event other than messages, statuses, read marks, changed identities and ends of calls. False: the message it refers to is
 * not stored (yet). Safe to run twice.
 */
export async function applyRest(
  tx: Tx,
  deps: ApplyDeps,
  now: Date,
  channelId: string,
  channel: ChannelOfEvent,
  event: NormalizedEvent,
): Promise<boolean> {
  switch (event.kind) {
    case "message":
    case "status":
    case "identity_changed":
    case "read_mark":
    case "call_ended":
      throw new Error(`a ${event.kind} is applied before the rest`);
    case "ignored":
      return true;
    case "referral":
      return applyReferral(tx, channelId, channel, event);
    case "reaction":
    case "edited":
    case "deleted":
      return applyMessageChange(tx, deps.ids, now, channelId, event);
    case "preference":
      await changePreference(tx, deps, now, channel, event);
      return true;
    case "template":
      await deps.templates.applyReport(tx, now, channelId, event);
      return true;
    case "channel": {
      const { kind: _kind, occurredAt: _occurredAt, phoneNumber, ...report } = event;
      // A report about one phone number arrives under its account: if the account has several channels, the report is shown but not
      // applied.
      const about =
        phoneNumber === undefined || (await isOnlyChannelOfAccount(tx, channelId))
          ? report
          : report.notice === undefined
            ? {}
            : { notice: report.notice };
      await deps.channels.applyPlatformReport(tx, now, channelId, about);
      return true;
    }
  }
}

/**
 * Stores what led the customer here on their message nearest in time. False: that message is not stored (yet); a click that never leads to
 * a message is dropped in the end.
 */
async function applyReferral(tx: Tx, channelId: string, channel: ChannelOfEvent, event: ReferralEvent): Promise<boolean> {
  const identity = await findIdentity(tx, channel, event.person);
  if (identity === undefined) return false;
  const changed = await noteReferral(tx, channelId, identity.id, event.occurredAt, JSON.stringify(event.referral));
  return changed.length > 0;
}

async function isOnlyChannelOfAccount(tx: Tx, channelId: string): Promise<boolean> {
  const [row] = await countOthersOfAccount(tx, channelId);
  return row?.others === 0;
}

async function findIdentity(
  tx: Tx,
  { description, externalId }: ChannelOfEvent,
  person: PersonRef,
): Promise<{ id: string; contact_id: string } | undefined> {
  const [row] = await findIdentityOf(
    tx,
    description.kind,
    person.providerUserId ?? null,
    personKey(description, person),
    accountOf(description, externalId),
  );
  return row;
}

/**
 * The person keeps the contact and its conversations under the new address or id; see functions/change_identity.sql.
 */
export async function changeIdentity(
  tx: Tx,
  deps: ApplyDeps,
  now: Date,
  channel: ChannelOfEvent,
  event: IdentityChangedEvent,
): Promise<void> {
  const identity = await findIdentity(tx, channel, event.from);
  if (identity === undefined) return;
  await changeIdentityOf(
    tx,
    now,
    event.occurredAt,
    channel.description.kind,
    identity.id,
    event.to.address ?? null,
    personKey(channel.description, event.to),
    event.to.providerUserId ?? null,
    deps.ids.uuid(),
    deps.ids.uuid(),
    deps.ids.uuid(),
  );
}

async function changePreference(tx: Tx, deps: ApplyDeps, now: Date, channel: ChannelOfEvent, event: PreferenceEvent): Promise<void> {
  const identity = await findIdentity(tx, channel, event.person);
  if (identity === undefined) return;
  const found = { contactId: identity.contact_id, identityId: identity.id };
  for (const who of await contactsOf(tx, channel, event.person, found))
    await recordOptIn(tx, deps.ids, now, { ...who, optIn: event.optIn, at: event.occurredAt, reason: "platform" });
}
