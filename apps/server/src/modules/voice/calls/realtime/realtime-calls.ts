import { formBody } from "@parley/connector-kit";
import { classifyFailure, type Failure, failureOfStatus, type ProviderAccess } from "#modules/knowledge/ai-keys/index.ts";
import type { OutboundClient } from "#platform/outbound-http/client.ts";
import { OutboundError } from "#platform/outbound-http/errors.ts";

/** A customer is waiting, and three keys may have to be tried. */
const answerMs = 8_000;
const hangUpMs = 5_000;
const sdpBytesMax = 65_536;
const idPattern = /^[A-Za-z0-9_-]{1,100}$/;

export type OfferResult = { id: string; answer: string } | { failure: Failure; status: number | null };

/** `POST …/realtime/calls`: the provider answers a session description, and audio flows between it and the caller. */
export async function answerOffer(
  deps: { outbound: OutboundClient },
  { access, session, offer }: { access: ProviderAccess; session: object; offer: string },
): Promise<OfferResult> {
  const form = new FormData();
  form.set("sdp", offer);
  form.set("session", JSON.stringify(session));
  const { contentType, bytes } = await formBody(form);
  try {
    const response = await deps.outbound.request({
      url: `${access.baseUrl}/realtime/calls`,
      method: "POST",
      headers: { authorization: `Bearer ${access.apiKey.reveal()}`, "content-type": contentType, accept: "application/sdp" },
      body: bytes,
      timeoutMs: answerMs,
      responseBytesMax: sdpBytesMax,
      overflow: "error",
    });
    if (response.status < 200 || response.status >= 300)
      return { failure: failureOfStatus(response.status, response.bodyText), status: response.status };
    const id = idOf(response.headers.location);
    const sdp = response.bodyText;
    if (id === null || !sdp.startsWith("v=0")) return { failure: "bad_response", status: response.status };
    return { id, answer: sdp };
  } catch (error) {
    const known = classifyFailure(error, new Date());
    if (known === null) throw error;
    return { failure: known.failure, status: null };
  }
}

/** Ends a session and stops its cost. True: it is over, possibly for longer. */
export async function hangUp(deps: { outbound: OutboundClient }, access: ProviderAccess, id: string): Promise<boolean> {
  try {
    const response = await deps.outbound.request({
      url: `${access.baseUrl}/realtime/calls/${encodeURIComponent(id)}/hangup`,
      method: "POST",
      headers: { authorization: `Bearer ${access.apiKey.reveal()}` },
      timeoutMs: hangUpMs,
    });
    // An unknown session, or one refused as over, is over. Retrying a refused key does not help.
    return response.status < 500 && response.status !== 429;
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return false;
  }
}

/** The last part of `Location: /v1/realtime/calls/rtc_…`, with or without a host. */
function idOf(location: string | undefined): string | null {
  const last = (location ?? "").slice(0, 2_000).split("?", 1)[0]?.split("/").at(-1) ?? "";
  return idPattern.test(last) ? last : null;
}
