import { type ChannelAccess, type HealthFinding, type PlatformHttp, type ProviderError, providerErrorOf } from "@parley/connector-kit";
import { idAt, objectAt, textAt } from "@parley/connector-kit/read";
import { type GraphEndpoint, ask, endpointOf, tokenOf } from "./graph.ts";
import { baseOf } from "./send.ts";
import { isSubscribed } from "./subscription.ts";

const AUTHORIZE_AGAIN = "Reconnect the channel.";

/**
 * Checks credentials and account in one call, then the subscription. Any answer of the platform is a finding, never an
 * exception.
 */
export async function checkHealth(version: string, access: ChannelAccess, http: PlatformHttp): Promise<HealthFinding[]> {
  const place = endpointOf(access);
  const token = tokenOf(access);
  if (token === "") return [bad("credentials", "The channel has no access token.", AUTHORIZE_AGAIN)];
  try {
    const found = await accountOf(version, place, token, http);
    const credentials = good("credentials", "The platform accepts the access token.");
    if (found.id !== access.externalId) return [credentials, wrongAccount(place, found.id)];
    const name = found.username ?? found.id;
    const account = { ...good("account", `Connected as ${name}.`), values: { name } };
    return [credentials, account, await subscription(version, place, token, http)];
  } catch (error) {
    return [findingOf(error, "credentials")];
  }
}

async function accountOf(version: string, place: GraphEndpoint, token: string, http: PlatformHttp) {
  const fields = place.base === "page" ? "instagram_business_account{id,username}" : "id,user_id,username,name,account_type";
  const path = `/v${version}/${place.base === "page" ? encodeURIComponent(place.id) : "me"}?${new URLSearchParams({ fields })}`;
  const body = await ask({ method: "GET", path, ...baseOf(place), token }, http);
  const account = place.base === "page" ? objectAt(body, "instagram_business_account") : body;
  return { id: idAt(account, place.base === "page" ? "id" : "user_id"), username: textAt(account, "username") };
}

async function subscription(version: string, place: GraphEndpoint, token: string, http: PlatformHttp): Promise<HealthFinding> {
  try {
    return (await isSubscribed(version, place, token, http))
      ? good("subscription", "The platform delivers messages to this app.")
      : bad("subscription", "The platform does not deliver this account's messages to this app.", AUTHORIZE_AGAIN);
  } catch (error) {
    return findingOf(error, "subscription");
  }
}

function wrongAccount(place: GraphEndpoint, found: string | undefined): HealthFinding {
  const message =
    found === undefined
      ? `${place.base === "page" ? "The page has no linked professional account" : "The token belongs to no professional account"}.`
      : `The token belongs to another account (${found}).`;
  return bad("account", message, "Compare the account ID with the platform's, or connect the right account.");
}

function findingOf(error: unknown, check: string): HealthFinding {
  const known = providerErrorOf(error);
  if (known === undefined) throw error;
  const finding = bad(check, `${known.message} (${known.providerCode})`, remedyOf(known));
  return known.class === "credentials" || known.class === "permanent" ? finding : { ...finding, values: { retry: "later" } };
}

function remedyOf(error: ProviderError): string {
  if (error.class === "credentials") return AUTHORIZE_AGAIN;
  if (error.class === "permanent")
    return "Check the app's permissions, and the account setting that allows connected tools to read messages.";
  return "Try again in a few minutes.";
}

function good(check: string, message: string): HealthFinding {
  return { check, ok: true, message };
}

function bad(check: string, message: string, remedy: string): HealthFinding {
  return { check, ok: false, message, remedy };
}
