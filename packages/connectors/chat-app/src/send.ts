import {
  type ChannelAccess,
  type HttpResponse,
  type OutboundMessage,
  type PlatformHttp,
  type ProviderError,
  type SendOutcome,
  isHttpFailure,
} from "@parley/connector-kit";
import { classifyAnswer } from "./errors.ts";
import { uploadMedia } from "./media.ts";
import { idsIn, personOf } from "./people.ts";
import { classifyFailure, cleanJson, idAt, listAt, objectAt, readResponse } from "@parley/connector-kit/read";
import { messageBody } from "./message-body.ts";
import { tokenOf } from "./token.ts";

/** Sends one message to the platform: one call, no retry. The caller decides what may be sent again. */
export async function send(version: string, message: OutboundMessage, access: ChannelAccess, http: PlatformHttp): Promise<SendOutcome> {
  const token = tokenOf(access);
  if (token === "") return refused("credentials", "channel_not_connected", "the channel has no access token", "channel");
  const uploaded = message.media === undefined ? undefined : await uploadMedia(version, message.media, access, http);
  if (uploaded !== undefined && "error" in uploaded) return { kind: "refused", error: uploaded.error };
  const built = messageBody(message, uploaded?.id);
  if ("error" in built) return { kind: "refused", error: built.error };

  let response: HttpResponse;
  try {
    response = await http.request({
      method: "POST",
      path: `/v${version}/${encodeURIComponent(access.externalId)}/messages`,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(cleanJson(built.body)),
    });
  } catch (failure) {
    if (!isHttpFailure(failure)) throw failure;
    return { kind: failure.reached ? "unknown" : "refused", error: classifyFailure(failure) };
  }
  return outcomeOf(response, token);
}

/** A 2xx with a message id is acceptance. A 2xx without one may be acceptance, too, so it is never resent. */
function outcomeOf(response: HttpResponse, token: string): SendOutcome {
  const body = readResponse(response);
  const accepted = response.status >= 200 && response.status < 300 && objectAt(body, "error") === undefined;
  const externalId = accepted ? idAt(listAt(body, "messages")[0], "id") : undefined;
  if (externalId !== undefined) {
    // The wa_id can differ from the given number (Brazil, Mexico, Argentina).
    const person = personOf(idsIn(listAt(body, "contacts")[0], "wa_id", "user_id"), undefined);
    return { kind: "accepted", externalId, ...(person === undefined ? {} : { person }) };
  }
  const error = classifyAnswer(response, token);
  return { kind: error.class === "unknown" ? "unknown" : "refused", error };
}

function refused(errorClass: ProviderError["class"], code: string, text: string, scope: ProviderError["scope"]): SendOutcome {
  return { kind: "refused", error: { class: errorClass, providerCode: "not_sent", code, message: text, scope } };
}
