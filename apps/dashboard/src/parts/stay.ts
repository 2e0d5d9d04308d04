/** Entering a client of the agency, and leaving it. Nothing of one organization may be visible in the other: the page is loaded again. */
import { isApiError } from "@parley/sdk";
import { api } from "../api/client.ts";

export async function enterClient(clientId: string): Promise<void> {
  await api.auth.session.enterClient({ clientId });
  location.assign("/");
}

/** @param ended the client whose grant has ended, so that the agency's page says so; null: the person leaves */
export async function leaveClient(ended: string | null): Promise<void> {
  try {
    await api.auth.session.leaveClient();
  } catch (error) {
    // Signed out, or off line, meanwhile: the next page leads to the sign-in, or finds the end of the stay and leaves then.
    if (ended === null && (!isApiError(error) || error.status !== 401)) throw error;
  }
  location.assign(ended === null ? "/agency/clients" : `/agency/clients?ended=${encodeURIComponent(ended)}`);
}
