import type { ConnectorDescription } from "@parley/connector-kit";
import { phoneKey } from "./phone.ts";

/**
 * The lookup key of an address: for a phone number a key that its national variants share; any other address unchanged
 * behind a prefix that no phone number has, so that it is never mistaken for a contact's phone.
 */
export function addressKey(description: Pick<ConnectorDescription, "addressKind">, address: string): string {
  return description.addressKind === "phone" ? phoneKey(address) : `=${address}`;
}

/** The account of ours to which an identity belongs; empty where addresses are shared by the whole kind. */
export function accountOf(description: Pick<ConnectorDescription, "addressPerAccount">, channelExternalId: string): string {
  return description.addressPerAccount === true ? channelExternalId : "";
}

/** For a person whose address may be unknown. */
export function personKey(description: Pick<ConnectorDescription, "addressKind">, person: { address?: string }): string | null {
  return person.address === undefined ? null : addressKey(description, person.address);
}
