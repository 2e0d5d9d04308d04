import { asObject, objectAt, own } from "@parley/connector-kit/read";

/** A real description has a few thousand bytes: a dozen candidates, a fingerprint, the codecs. */
export const sdpBytesMax = 65_536;

/** Replaces a session whose description is too large. */
export interface OversizedOffer {
  omittedBytes: number;
}

/** Removes an oversized description from a call: it is not stored, and the call is refused with the reason. */
export function withBoundedOffer(element: unknown): unknown {
  const sdp = own(objectAt(element, "session"), "sdp");
  if (typeof sdp !== "string") return element;
  const bytes = Buffer.byteLength(sdp);
  return bytes <= sdpBytesMax ? element : { ...asObject(element), session: { omittedBytes: bytes } satisfies OversizedOffer };
}
