import {
  type ChannelAccess,
  type ChannelStanding,
  type HealthFinding,
  type PlatformHttp,
  type ProviderError,
  providerErrorOf,
} from "@parley/connector-kit";
import { idAt, listAt, objectAt, own, textAt } from "@parley/connector-kit/read";
import { graphCall } from "./graph-call.ts";
import { limitOf } from "./normalize/account.ts";
import { tokenOf } from "./token.ts";

const LIMIT_FIELD = "whatsapp_business_manager_messaging_limit";
const NUMBER_FIELDS = `display_phone_number,verified_name,quality_rating,name_status,platform_type,${LIMIT_FIELD},webhook_configuration`;

/** The number's quality and messaging limit. Throws `providerFailure`. */
export async function readStanding(version: string, access: ChannelAccess, http: PlatformHttp): Promise<ChannelStanding> {
  const path = `/v${version}/${encodeURIComponent(access.externalId)}?fields=quality_rating,${LIMIT_FIELD}`;
  const number = await graphCall({ method: "GET", path, token: tokenOf(access) }, http);
  const qualityRating = textAt(number, "quality_rating");
  const messagingLimit = limitOf(own(number, LIMIT_FIELD));
  return { ...(qualityRating === undefined ? {} : { qualityRating }), ...(messagingLimit === undefined ? {} : { messagingLimit }) };
}

/** Token, number, quality, account, subscription and the permission for templates, each with an explanation. */
export async function checkHealth(version: string, access: ChannelAccess, http: PlatformHttp): Promise<HealthFinding[]> {
  const token = tokenOf(access);
  const account = encodeURIComponent(textAt(access.config, "businessAccountId") ?? "");
  const get = (path: string) => ask(() => graphCall({ method: "GET", path: `/v${version}/${path}`, token }, http));

  const number = await get(`${encodeURIComponent(access.externalId)}?fields=${NUMBER_FIELDS}`);
  // Every further call would get the same answer.
  if (number.error !== undefined && (number.error.class === "credentials" || number.error.class === "retryable")) {
    return [number.error.class === "credentials" ? deadToken(number.error) : unreachable(number.error)];
  }
  const [numbers, apps, templates] = await Promise.all([
    get(`${account}/phone_numbers?fields=id&limit=100`),
    get(`${account}/subscribed_apps`),
    get(`${account}/message_templates?fields=id&limit=1`),
  ]);
  return [
    { check: "token", ok: true, message: "The access token is accepted." },
    ...numberFindings(number),
    accountFinding(access, numbers),
    subscriptionFinding(apps),
    templates.error === undefined
      ? { check: "templates", ok: true, message: "The token can read and manage templates." }
      : refused(
          "templates",
          templates.error,
          "The templates cannot be read",
          "Give the token the permission whatsapp_business_management.",
        ),
  ];
}

type HealthResponse = { body: unknown; error?: undefined } | { body?: undefined; error: ProviderError };

async function ask(call: () => Promise<unknown>): Promise<HealthResponse> {
  try {
    return { body: await call() };
  } catch (failure) {
    const error = providerErrorOf(failure);
    if (error === undefined) throw failure;
    return { error };
  }
}

function deadToken(error: ProviderError): HealthFinding {
  return {
    check: "token",
    ok: false,
    message: `The platform refuses the access token (${error.providerCode}): ${error.message}`,
    remedy: "Reconnect the channel, or give it a new access token.",
  };
}

function unreachable(error: ProviderError): HealthFinding {
  return {
    check: "platform",
    ok: false,
    message: `The platform did not answer as it should (${error.providerCode}): ${error.message}`,
    values: { retry: "later" },
    remedy: "Check again in a few minutes. Nothing has to be changed here.",
  };
}

function refused(check: string, error: ProviderError, what: string, remedy: string): HealthFinding {
  if (error.class === "retryable") return { ...unreachable(error), check };
  return { check, ok: false, message: `${what} (${error.providerCode}): ${error.message}`, remedy };
}

function numberFindings({ body, error }: HealthResponse): HealthFinding[] {
  if (error !== undefined) {
    const remedy = "Check the phone number ID, and that the token's system user has access to this number.";
    return [refused("number", error, "The phone number cannot be read", remedy)];
  }
  const name = [textAt(body, "verified_name"), textAt(body, "display_phone_number")].filter((word) => word !== undefined).join(" ");
  const platform = textAt(body, "platform_type");
  const registered = platform === undefined || platform === "CLOUD_API";
  const nameStatus = textAt(body, "name_status");
  const limit = limitOf(own(body, LIMIT_FIELD));
  const findings: HealthFinding[] = [
    registered
      ? { check: "number", ok: true, message: `The number is ${name || "registered"}.`, ...(name === "" ? {} : { values: { name } }) }
      : {
          check: "number",
          ok: false,
          message: `The number ${name} is not registered for sending through the API (${platform}).`,
          remedy: "Reconnect the channel, which registers it, or register it in the platform's manager.",
        },
    qualityFinding(textAt(body, "quality_rating")),
  ];
  if (nameStatus === "DECLINED" || nameStatus === "EXPIRED") {
    findings.push({
      check: "display_name",
      ok: false,
      message: `The display name is ${nameStatus.toLowerCase()}.`,
      remedy: "Ask for another display name in the platform's manager.",
    });
  }
  if (limit !== undefined) {
    const message = `The messaging limit is ${limit}.`;
    findings.push({ check: "messaging_limit", ok: true, message, values: { limit }, standing: { messagingLimit: limit } });
  }
  return findings;
}

function qualityFinding(rating: string | undefined): HealthFinding {
  const standing = rating === undefined ? {} : { values: { rating }, standing: { qualityRating: rating } };
  if (rating !== "YELLOW" && rating !== "RED")
    return { check: "quality", ok: true, message: `The quality rating is ${rating ?? "unknown"}.`, ...standing };
  return {
    ...standing,
    check: "quality",
    ok: false,
    message: `The quality rating is ${rating}. People block or report this number.`,
    remedy: "Write only to people who asked for it, less often, and pause marketing until the rating recovers.",
  };
}

function accountFinding(access: ChannelAccess, { body, error }: HealthResponse): HealthFinding {
  const remedy = "Check the business account ID, and that the token has the permission whatsapp_business_management for it.";
  if (error !== undefined) return refused("account", error, "The business account cannot be read", remedy);
  if (listAt(body, "data").some((element) => idAt(element, "id") === access.externalId))
    return { check: "account", ok: true, message: "The number belongs to the business account." };
  return { check: "account", ok: false, message: "The number does not belong to this business account.", remedy };
}

function subscriptionFinding({ body, error }: HealthResponse): HealthFinding {
  const remedy = "Reconnect the channel, or subscribe the provider app to the business account (subscribed_apps).";
  if (error !== undefined) return refused("subscription", error, "The subscription to callbacks cannot be read", remedy);
  const names = listAt(body, "data").map((app) => textAt(objectAt(app, "whatsapp_business_api_data"), "name") ?? "an app without a name");
  if (names.length > 0)
    return { check: "subscription", ok: true, message: `Callbacks go to ${names.join(", ")}.`, values: { to: names.join(", ") } };
  return {
    check: "subscription",
    ok: false,
    message: "No app is subscribed to the account, so customers' messages do not arrive.",
    remedy,
  };
}
