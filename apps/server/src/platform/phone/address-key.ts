import type { ConnectorDescription } from "@parley/connector-kit";
import { phoneKey } from "./phone.ts";

/**
 * What an address is found by: the key of a phone number, in which its national variants are one; any other address as it
 * is, behind a mark that no phone number has, so that it is never taken for a contact's phone.
 */
export function addressKey(description: Pick<ConnectorDescription, "addressKind">, address: string): string {
  return description.addressKind === "phone" ? phoneKey(address) : `=${address}`;
}

/** Towards which account of ours an identity is: none in particular where addresses are of the kind. */
export function accountOf(description: Pick<ConnectorDescription, "addressPerAccount">, channelExternalId: string): string {
  return description.addressPerAccount === true ? channelExternalId : "";
}

/** Of a person, whose address may be unknown. */
export function personKey(description: Pick<ConnectorDescription, "addressKind">, person: { address?: string }): string | null {
  return person.address === undefined ? null : addressKey(description, person.address);
}
