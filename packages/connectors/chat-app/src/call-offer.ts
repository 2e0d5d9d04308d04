import { asObject, objectAt, own } from "@parley/connector-kit/read";

/** A real one has a few thousand: a dozen candidates, a fingerprint, the codecs. */
export const sdpBytesMax = 65_536;

/** In the place of a session whose description is too large. */
export interface OversizedOffer {
  omittedBytes: number;
}

/** A call without a description that is too large: it is not stored, and the call is refused with the reason. */
export function withBoundedOffer(element: unknown): unknown {
  const sdp = own(objectAt(element, "session"), "sdp");
  if (typeof sdp !== "string") return element;
  const bytes = Buffer.byteLength(sdp);
  return bytes <= sdpBytesMax ? element : { ...asObject(element), session: { omittedBytes: bytes } satisfies OversizedOffer };
}
