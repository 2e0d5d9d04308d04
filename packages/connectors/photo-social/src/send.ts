import {
  type ChannelAccess,
  type HttpResponse,
  type OutboundMessage,
  type PlatformHttp,
  type SendOutcome,
  isHttpFailure,
} from "@parley/connector-kit";
import { type Json, classifyFailure, idAt, objectAt, readResponse } from "@parley/connector-kit/read";
import { classifyAnswer } from "./errors.ts";
import { type GraphEndpoint, endpointOf, request, tokenOf } from "./graph.ts";
import { buildBody } from "./outbound-body.ts";
import { parseRecipient } from "./people.ts";

/** Sends one message to the platform: one call, no retry. The caller decides what may be sent again. */
export async function send(version: string, message: OutboundMessage, access: ChannelAccess, http: PlatformHttp): Promise<SendOutcome> {
  const token = tokenOf(access);
  if (token === "") return refused("channel_not_connected", "the channel has no access token", "credentials", "channel");
  const recipient = message.to.address;
  if (recipient === undefined) return refused("recipient_invalid", "the recipient has no id on this platform", "permanent", "recipient");
  const built = buildBody(message);
  if ("error" in built) return { kind: "refused", error: built.error };
  const place = endpointOf(access);
  const json = {
    recipient: { id: recipient },
    ...built.body,
    ...("message" in built.body ? { ...tagOf(message, place), ...quoteOf(message) } : {}),
  };

  let response: HttpResponse;
  try {
    response = await request({ method: "POST", path: messagesPath(version, place), ...baseOf(place), token, json }, http);
  } catch (failure) {
    if (!isHttpFailure(failure)) throw failure;
    return { kind: failure.reached ? "unknown" : "refused", error: classifyFailure(failure) };
  }
  return outcomeOf(response, token, message);
}

export function messagesPath(version: string, place: GraphEndpoint): string {
  return `/v${version}/${encodeURIComponent(place.id)}/messages`;
}

export function baseOf(place: GraphEndpoint): Pick<GraphEndpoint, "base"> {
  return place.base === undefined ? {} : { base: place.base };
}

/** A person's message after the window needs the platform's tag; otherwise a page must mark it as a response. */
function tagOf(message: OutboundMessage, place: GraphEndpoint): Json {
  if (message.humanAgent === true) return { messaging_type: "MESSAGE_TAG", tag: "HUMAN_AGENT" };
  return place.base === "page" ? { messaging_type: "RESPONSE" } : {};
}

function quoteOf({ replyToExternalId }: OutboundMessage): Json {
  return replyToExternalId === undefined ? {} : { reply_to: { mid: replyToExternalId } };
}

/** A 2xx with a message id is acceptance. A 2xx without one may be acceptance, too, so it is never resent. */
function outcomeOf(response: HttpResponse, token: string, message: OutboundMessage): SendOutcome {
  const body = readResponse(response);
  const accepted = response.status >= 200 && response.status < 300 && body !== undefined && objectAt(body, "error") === undefined;
  // A reaction is not a message on the platform: it gets an id that no message has.
  const externalId = accepted
    ? (idAt(body, "message_id") ?? (message.type === "reaction" ? `reaction|${message.id}` : undefined))
    : undefined;
  if (externalId !== undefined) {
    const person = parseRecipient(idAt(body, "recipient_id") ?? "");
    return { kind: "accepted", externalId, ...(person === null ? {} : { person }) };
  }
  const error = classifyAnswer(response, token);
  return { kind: error.class === "unknown" ? "unknown" : "refused", error };
}

function refused(code: string, text: string, errorClass: "permanent" | "credentials", scope: "channel" | "recipient"): SendOutcome {
  return { kind: "refused", error: { class: errorClass, providerCode: "not_sent", code, message: text, scope } };
}
