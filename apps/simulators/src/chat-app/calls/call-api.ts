import { metaJson } from "../../shared/signing.ts";
import type { Exchange } from "../exchange.ts";
import type { RegisteredNumber } from "../state.ts";
import type { CustomerCall } from "./calls.ts";

type Body = Record<string, unknown>;

const done = '{"messaging_product":"whatsapp","success":true}';
const sdpCharactersMax = 64_000;
const hours = new Set(["status", "timezone_id", "weekly_operating_hours", "holiday_schedule"]);
const settings = {
  status: ["ENABLED", "DISABLED"],
  call_icon_visibility: ["DEFAULT", "DISABLE_ALL"],
  callback_permission_status: ["ENABLED", "DISABLED"],
} as const;

/** `POST /{phone_number_id}/calls`. */
export function handleCall(exchange: Exchange, number: RegisteredNumber, body: Body): void {
  const { voiceCalls: calls } = exchange.state;
  if (body.messaging_product !== "whatsapp") return exchange.refuseWith(100, "The parameter messaging_product is required.");
  if (!number.calling.enabled) return exchange.refuseWith(138000);
  const { action, call_id: id } = body;
  if (action === "connect") return exchange.refuseWith(138006);
  if (!["pre_accept", "accept", "reject", "terminate"].includes(action as string)) {
    return exchange.refuseWith(100, "Param action must be one of {CONNECT, PRE_ACCEPT, ACCEPT, REJECT, TERMINATE}.");
  }
  if (typeof id !== "string") return exchange.refuseWith(131008, "The parameter call_id is required.");
  const call = calls.find(id);
  if (call === undefined || call.phoneNumberId !== number.phoneNumberId) return exchange.refuseWith(100, `Unknown call_id ${id}.`);
  if (call.state === "ended") return exchange.refuseWith(100, "The call has ended.");
  if (action === "terminate" || action === "reject") {
    if (action === "reject" && call.state === "accepted") return exchange.refuseWith(100, "The call is accepted; terminate it.");
    exchange.answer(done);
    return calls.end(call, call.state === "accepted" ? "hung_up" : "rejected", "business");
  }
  const sdp = answerOf(exchange, call, body);
  if (sdp === null) return;
  if (action === "pre_accept") {
    if (call.state !== "ringing") return exchange.refuseWith(100, "The call is pre-accepted already.");
    exchange.answer(done);
    return calls.prepare(call, sdp);
  }
  if (call.answer !== null && call.answer !== sdp) return exchange.refuseWith(131009, "The SDP differs from that of pre_accept.");
  const { biz_opaque_callback_data: reference } = body;
  exchange.answer(done);
  calls.accept(call, sdp, typeof reference === "string" ? reference : undefined);
}

/** Null: refused. */
function answerOf(exchange: Exchange, call: CustomerCall, body: Body): string | null {
  const session = (body.session ?? {}) as Body;
  const refuse = (code: number, details: string): null => {
    exchange.refuseWith(code, details);
    return null;
  };
  if (call.state === "accepted") return refuse(138003, "The call is accepted already.");
  if (body.session === undefined) return refuse(131008, "The parameter session is required.");
  if (session.sdp_type !== "answer") return refuse(131009, "Param session.sdp_type must be answer.");
  const { sdp } = session;
  if (typeof sdp !== "string" || sdp.length > sdpCharactersMax || !isAnswer(sdp)) return refuse(131009, "SDP validation error.");
  return sdp;
}

/** What the platform can verify: it is a description with audio, a transport and a definite role. */
function isAnswer(sdp: string): boolean {
  return (
    ["v=0", "m=audio ", "a=fingerprint:", "a=ice-ufrag:", "a=ice-pwd:"].every((part) => sdp.includes(part)) &&
    !sdp.includes("a=setup:actpass")
  );
}

/** `GET` and `POST /{phone_number_id}/settings`; only the calling settings. */
export function handleSettings(exchange: Exchange, number: RegisteredNumber, body: Body): void {
  if (exchange.call.method === "GET") return exchange.answer(metaJson({ calling: callingFields(number) }));
  const calling = body.calling as Body | undefined;
  if (typeof calling !== "object" || calling === null) return exchange.refuseWith(131008, "The parameter calling is required.");
  for (const [name, allowed] of Object.entries(settings)) {
    const given = calling[name];
    if (given !== undefined && !(allowed as readonly unknown[]).includes(given)) {
      return exchange.refuseWith(131009, `Param calling.${name} must be one of {${allowed.join(", ")}}.`);
    }
  }
  const callHours = calling.call_hours as Body | undefined;
  const foreign = Object.keys(callHours ?? {}).find((name) => !hours.has(name));
  if (foreign !== undefined) return exchange.refuseWith(131009, `Param calling.call_hours has no ${foreign}.`);
  const badDay = callHours === undefined ? undefined : badSpecialDay(callHours["holiday_schedule"]);
  if (badDay !== undefined) return exchange.refuseWith(131009, `Param calling.call_hours.holiday_schedule ${badDay}.`);
  if (calling.status === "ENABLED" && number.calling.mayEnable === false) return exchange.refuseWith(138015);
  if (calling.status !== undefined) number.calling.enabled = calling.status === "ENABLED";
  const { status: _status, ...rest } = calling;
  Object.assign(number.calling.fields, rest);
  exchange.answer('{"success":true}');
}

/** What is wrong with the special days; undefined: nothing. */
function badSpecialDay(input: unknown): string | undefined {
  if (input === undefined) return undefined;
  if (!Array.isArray(input)) return "must be an array";
  const time = /^([01]\d|2[0-3])[0-5]\d$/;
  for (const day of input as Body[]) {
    if (typeof day["date"] !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(day["date"])) return "needs dates as YYYY-MM-DD";
    if (!time.test(String(day["start_time"])) || !time.test(String(day["end_time"]))) return "needs times as HHMM";
  }
  return undefined;
}

function callingFields({ calling }: RegisteredNumber): Body {
  return {
    status: calling.enabled ? "ENABLED" : "DISABLED",
    call_icon_visibility: "DEFAULT",
    callback_permission_status: "DISABLED",
    ...calling.fields,
  };
}
