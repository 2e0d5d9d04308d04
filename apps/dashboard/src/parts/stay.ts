/** Entering and leaving a client of the agency. Nothing from one organization may be visible in the other, so the page is reloaded. */
import { isApiError } from "@parley/sdk";
import { api } from "../api/client.ts";

export async function enterClient(clientId: string): Promise<void> {
  await api.auth.session.enterClient({ clientId });
  location.assign("/");
}

/** @param ended the client whose grant has ended, which the agency's page then reports; null: the person is leaving */
export async function leaveClient(ended: string | null): Promise<void> {
  try {
    await api.auth.session.leaveClient();
  } catch (error) {
    // Signed out or offline meanwhile: the next page redirects to the sign-in, or notices the end of the grant and leaves then.
    if (ended === null && (!isApiError(error) || error.status !== 401)) throw error;
  }
  location.assign(ended === null ? "/agency/clients" : `/agency/clients?ended=${encodeURIComponent(ended)}`);
}
