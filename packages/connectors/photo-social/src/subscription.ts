import type { ChannelAccess, PlatformHttp } from "@parley/connector-kit";
import { providerErrorOf } from "@parley/connector-kit";
import { asObject, listAt, textOf } from "@parley/connector-kit/read";
import { type GraphEndpoint, ask, endpointOf, tokenOf } from "./graph.ts";

/** Without `messages` nothing arrives at all. */
const NEEDED = "messages";

const accountFields = [
  NEEDED,
  "messaging_postbacks",
  "messaging_seen",
  "message_reactions",
  "messaging_referral",
  "messaging_optins",
  "message_edit",
  "messaging_handover",
  "standby",
];
/** For a page this turns delivery on; the app's webhook object selects the fields. */
const pageFields = [NEEDED, "messaging_postbacks"];

function edge(version: string, place: GraphEndpoint): string {
  return `/v${version}/${encodeURIComponent(place.id)}/subscribed_apps`;
}

/**
 * Asks the platform to deliver the account's callbacks to our app. Only some accounts have a separate field for echoes.
 */
export async function subscribe(version: string, place: GraphEndpoint, token: string, http: PlatformHttp): Promise<void> {
  const fields = place.base === "page" ? pageFields : accountFields;
  const base = place.base === undefined ? {} : { base: place.base };
  const post = (wanted: string[]) =>
    ask({ method: "POST", path: `${edge(version, place)}?subscribed_fields=${wanted.join(",")}`, ...base, token }, http);
  if (place.base === "page") {
    await post(fields);
    return;
  }
  try {
    await post([...fields, "message_echoes"]);
  } catch (error) {
    // 100: the field does not exist; echoes then come with the messages (channel-protocols.md 3.2).
    if (providerErrorOf(error)?.providerCode !== "100") throw error;
    await post(fields);
  }
}

/** Whether messages are currently delivered to our app. Throws `providerFailure`. */
export async function isSubscribed(version: string, place: GraphEndpoint, token: string, http: PlatformHttp): Promise<boolean> {
  const base = place.base === undefined ? {} : { base: place.base };
  const body = await ask({ method: "GET", path: edge(version, place), ...base, token }, http);
  return listAt(body, "data").some((app) => {
    const fields = listAt(app, "subscribed_fields").map(textOf);
    // Some answers omit the fields.
    return asObject(app) !== undefined && (fields.length === 0 || fields.includes(NEEDED));
  });
}

/** After an hour of failing callbacks the platform stops sending until asked again (channel-protocols.md 3.3). */
export async function keepSubscribed(version: string, access: ChannelAccess, http: PlatformHttp): Promise<"kept" | "renewed"> {
  const [place, token] = [endpointOf(access), tokenOf(access)];
  const kept = await isSubscribed(version, place, token, http);
  // Always: the listed subscription may be another app's.
  await subscribe(version, place, token, http);
  return kept ? "kept" : "renewed";
}
