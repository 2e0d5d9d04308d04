import { type ChannelAccess, type PersonProfile, type PersonRef, type PlatformHttp, providerFailure } from "@parley/connector-kit";
import { idAt, listAt, textAt } from "@parley/connector-kit/read";
import { type Settings, callOrThrow, tokenOf } from "./api.ts";
import { notSent } from "./errors.ts";

/**
 * The platform has no look-up of people: a conversation's messages list the name (channel-protocols.md 4.6). The handle
 * comes with each message.
 */
export async function fetchProfile(
  settings: Settings,
  person: PersonRef,
  access: ChannelAccess,
  http: PlatformHttp,
): Promise<PersonProfile> {
  if (person.address === undefined) {
    throw providerFailure(notSent("recipient_invalid", "the platform's conversation with this person is not known", "recipient"));
  }
  const data = await callOrThrow(settings, http, {
    method: "GET",
    path: "business/message/content/list/",
    token: tokenOf(access),
    query: { business_id: access.externalId, conversation_id: person.address },
  });
  const customer = listAt(data, "participants").find(
    (participant) =>
      textAt(participant, "role")?.toLowerCase() === "personal_account" &&
      (person.providerUserId === undefined || idAt(participant, "id") === person.providerUserId),
  );
  const name = textAt(customer, "display_name")?.trim();
  return name ? { name } : {};
}
