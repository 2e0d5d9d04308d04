import type { OfferedCall } from "@parley/connector-kit";
import { asObject, idAt, integerOf, listOf, objectAt, own, textAt } from "@parley/connector-kit/read";
import { type OversizedOffer, sdpBytesMax } from "../call-offer.ts";
import { classifyElement } from "../errors.ts";
import { type Reader, customerOf, ignored, occurredAt } from "./context.ts";

/** A customer's call: its start, which opens the window like a message, and its end. */
export const callEvents: Reader = (read) => {
  const { item, receivedAt } = read;
  const id = idAt(item.element, "id", 200);
  const event = textAt(item.element, "event");
  if (textAt(item.element, "direction") !== "USER_INITIATED") return ignored("a call the business began");
  if (id === undefined) return ignored("a call without an id");
  const at = occurredAt(own(item.element, "timestamp"), receivedAt);
  if (event === "connect") {
    return [
      {
        kind: "message",
        direction: "inbound",
        externalId: id,
        person: customerOf(read, "inbound"),
        occurredAt: at,
        type: "system",
        text: null,
        content: { call: { id, event, direction: "user_initiated" } },
        media: [],
        opensWindow: true,
        call: offerOf(item.element, item.metadata),
      },
    ];
  }
  if (event !== "terminate") return ignored(`an event of a call that this connector does not know: ${event?.slice(0, 60) ?? "absent"}`);
  // Some samples show a list.
  const failed = listOf(own(item.element, "status")).some((status) => typeof status === "string" && status.toUpperCase() === "FAILED");
  const error = failed ? listOf(item.errors).find((element) => asObject(element) !== undefined) : undefined;
  return [
    {
      kind: "call_ended",
      externalId: id,
      ...(failed ? { error: classifyElement(error ?? { code: "failed", title: "The platform reports that the call failed." }) } : {}),
      occurredAt: at,
    },
  ];
};

/**
 * The description is passed on and never parsed: it concerns only the two ends. It contains network addresses, so it is kept only while the
 * call rings.
 */
function offerOf(element: unknown, metadata: unknown): OfferedCall {
  const to = textAt(metadata, "display_phone_number") ?? textAt(element, "to");
  const common = to === undefined ? {} : { to: to.slice(0, 60) };
  const unusable = (why: string): OfferedCall => ({ ...common, offer: null, unusable: why });
  const session = objectAt(element, "session");
  const omitted = integerOf(own(session, "omittedBytes" satisfies keyof OversizedOffer));
  if (omitted !== undefined) return unusable(`The session description has ${omitted} bytes; at most ${sdpBytesMax} are taken.`);
  const sdp = own(session, "sdp");
  if (textAt(session, "sdp_type") !== "offer" || typeof sdp !== "string") return unusable("The call has no session description.");
  if (!sdp.startsWith("v=0") || !sdp.includes("\nm=audio ")) return unusable("The session description offers no audio.");
  return { ...common, offer: sdp };
}
