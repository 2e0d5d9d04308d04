import {
  type ChannelAccess,
  type ConversationAction,
  type HttpResponse,
  type PlatformHttp,
  isHttpFailure,
  providerFailure,
} from "@parley/connector-kit";
import { classifyFailure, own, readResponse } from "@parley/connector-kit/read";
import { classifyAnswer } from "./errors.ts";
import { tokenOf } from "./token.ts";

/** Somebody is waiting, and a late answer is worthless. */
const TIMEOUT_MS = 5_000;

/**
 * Marks everything up to the customer's newest message as read. Typing does so, too: the platform has no typing
 * indicator without it.
 */
export async function act(version: string, action: ConversationAction, access: ChannelAccess, http: PlatformHttp): Promise<void> {
  const token = tokenOf(access);
  let response: HttpResponse;
  try {
    response = await http.request({
      method: "POST",
      path: `/v${version}/${encodeURIComponent(access.externalId)}/messages`,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({
        messaging_product: "whatsapp",
        status: "read",
        message_id: action.lastInboundExternalId,
        ...(action.kind === "typing" ? { typing_indicator: { type: "text" } } : {}),
      }),
      timeoutMs: TIMEOUT_MS,
    });
  } catch (failure) {
    if (!isHttpFailure(failure)) throw failure;
    throw providerFailure(classifyFailure(failure));
  }
  if (response.status < 200 || response.status >= 300 || own(readResponse(response), "success") !== true) {
    throw providerFailure(classifyAnswer(response, token));
  }
}
