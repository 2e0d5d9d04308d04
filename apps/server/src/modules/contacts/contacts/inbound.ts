import type { PersonRef } from "@parley/connector-kit";
import { type ChannelOfEvent, type InboundHandler, hasCustomerText } from "#modules/channels/inbound/index.ts";
import type { Tx } from "#platform/db/database.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import { accountOf, personKey } from "#platform/phone/address-key.ts";
import { matchedPart } from "#platform/text/matched.ts";
import { type OptInChange, recordOptIn } from "./opting-out/contact-opt-in.ts";
import { identityOfConversation } from "./opting-out/contact-opt-in.queries.ts";
import { readOptDecision } from "./opting-out/opt-words.ts";
import { enqueueProfiles } from "./profiles/profiles.queries.ts";
import { contactsBehindAddress } from "./contacts.queries.ts";

/** A keyword that opts out or in applies to the person who wrote it, in the order of writing. */
export function createOptWords(deps: { ids: IdSource }): InboundHandler {
  return {
    async received(tx, now, { messages, settings }) {
      for (const { event, contactId, conversationId, channel, at } of messages.toSorted((a, b) => a.n - b.n)) {
        if (contactId === null || event.direction !== "inbound" || event.text === null) continue;
        const optIn = hasCustomerText(event) ? readOptDecision(matchedPart(event.text), settings) : null;
        // An opt-out applies to the business, whoever answers; an opt-in only to the app that asked.
        if (optIn === null || (optIn === "opted_in" && event.context === true)) continue;
        const reason = optIn === "opted_out" ? "stop_word" : "start_word";
        const identityId = conversationId === null || optIn === "opted_out" ? null : await identityOfConversation(tx, conversationId);
        for (const who of await contactsOf(tx, channel, event.person, { contactId, identityId }))
          await recordOptIn(tx, deps.ids, now, { ...who, optIn, at, reason });
      }
      return [];
    },
  };
}

/** Requests the author's name from the platform if messages do not carry it. */
export const profileRequests: InboundHandler = {
  async received(tx, now, { messages }) {
    const ids = messages.flatMap(({ conversationId, event, channel }) =>
      conversationId !== null && event.direction === "inbound" && channel.connector.fetchProfile !== undefined ? [conversationId] : [],
    );
    if (ids.length > 0) await enqueueProfiles(tx, now, ids);
    return [];
  },
};

type Person = Pick<OptInChange, "contactId" | "identityId">;

/**
 * A person's contacts, in id order: the given one and, for a person whom the platform identifies both by its own id and by an address, the
 * contact that has that address but no id, and so is no other person (written to before they wrote; see
 * docs/subsystems/channels/identity.md). An opt-out applies to both.
 */
export async function contactsOf(tx: Tx, { description, externalId }: ChannelOfEvent, person: PersonRef, found: Person): Promise<Person[]> {
  if (person.address === undefined || person.providerUserId === undefined) return [found];
  const rows = await contactsBehindAddress(
    tx,
    description.kind,
    accountOf(description, externalId),
    personKey(description, person),
    found.contactId,
  );
  const behind = rows.map((row) => ({ contactId: row.contact_id, identityId: row.identity_id }));
  return [found, ...behind].toSorted((a, b) => (a.contactId < b.contactId ? -1 : 1));
}
