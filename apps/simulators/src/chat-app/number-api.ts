import { metaJson } from "../shared/signing.ts";
import type { Exchange } from "./exchange.ts";
import { unknownPath } from "./graph-errors.ts";
import { verifyCallback } from "../shared/handshake.ts";
import type { RegisteredNumber } from "./state.ts";

/** All fields of a number. */
export function numberFields(number: RegisteredNumber): Record<string, unknown> {
  return {
    verified_name: number.verifiedName,
    display_phone_number: number.displayPhoneNumber,
    quality_rating: "GREEN",
    name_status: "APPROVED",
    code_verification_status: "VERIFIED",
    platform_type: number.registered ? "CLOUD_API" : "NOT_APPLICABLE",
    is_on_biz_app: false,
    throughput: { level: number.messagesPerSecond >= 1000 ? "HIGH" : "STANDARD" },
    whatsapp_business_manager_messaging_limit: "TIER_250",
    webhook_configuration: number.overrideUrl ? { phone_number: number.overrideUrl } : { application: number.callbackUrl },
    id: number.phoneNumberId,
  };
}

const DEFAULT_FIELDS = [
  "verified_name",
  "display_phone_number",
  "quality_rating",
  "code_verification_status",
  "platform_type",
  "throughput",
];

/** The requested fields, or the default ones; always `id`. An unknown field is an error, as on the platform. */
export function pickFields(all: Record<string, unknown>, asked: string | null): Record<string, unknown> | string {
  const names = asked ? asked.split(",").map((name) => name.trim()) : DEFAULT_FIELDS;
  const picked: Record<string, unknown> = {};
  for (const name of names) {
    if (!Object.hasOwn(all, name)) return name;
    picked[name] = all[name];
  }
  picked.id = all.id;
  return picked;
}

/** `/{phone_number_id}` and its edges, except sends. */
export function handleNumber(exchange: Exchange, number: RegisteredNumber, body: Record<string, unknown>): void {
  const { method } = exchange.call;
  const edge = exchange.segments[1];
  if (edge === undefined && method === "GET") {
    const fields = pickFields(numberFields(number), exchange.query.get("fields"));
    if (typeof fields === "string") return exchange.refuseWith(100, `Tried accessing nonexisting field (${fields})`);
    return exchange.answer(metaJson(fields));
  }
  if (edge === undefined && method === "POST" && body.webhook_configuration !== undefined) {
    const wanted = (body.webhook_configuration ?? {}) as Record<string, unknown>;
    return overrideCallback(exchange, wanted, (url) => {
      number.overrideUrl = url;
      exchange.state.route(number);
    });
  }
  if (edge === "register" && method === "POST") {
    if (body.messaging_product !== "whatsapp") return exchange.refuseWith(100, "The parameter messaging_product is required.");
    if (!/^\d{6}$/.test(String(body.pin))) return exchange.refuseWith(131009, "Param pin must be 6 digits long.");
    if (number.twoStepPin !== undefined && number.twoStepPin !== String(body.pin)) {
      return exchange.refuseWith(133005, "Two step verification PIN Mismatch");
    }
    number.twoStepPin = String(body.pin);
    number.registered = true;
    return exchange.answer('{"success":true}');
  }
  exchange.refuse(unknownPath(exchange.call.path));
}

/** Sets or (with an empty URL) clears an override, after a successful handshake with the new URL. */
export function overrideCallback(exchange: Exchange, wanted: Record<string, unknown>, set: (url: string | undefined) => void): void {
  const { override_callback_uri: url, verify_token: token } = wanted as {
    override_callback_uri?: unknown;
    verify_token?: unknown;
  };
  if (url === undefined || url === "") {
    set(undefined);
    return exchange.answer('{"success":true}');
  }
  if (typeof url !== "string" || url.length > 200 || !/^https?:\/\//.test(url))
    return exchange.refuseWith(100, "override_callback_uri is not valid.");
  if (typeof token !== "string") return exchange.refuseWith(100, "The parameter verify_token is required.");
  verifyCallback(url, token).then((verified) => {
    if (!verified) return exchange.refuseWith(2200, "The callback address did not answer the challenge.");
    set(url);
    exchange.answer('{"success":true}');
  });
}
