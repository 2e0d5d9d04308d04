import { idAt, own, textAt } from "@parley/connector-kit/read";
import { type Reader, customerOf, ignored, occurredAt } from "./context.ts";

/**
 * A customer's call opens the window like a message, so the conversation records its start. The session description is
 * left out: it is useless after the call, and it contains network addresses.
 */
export const callEvents: Reader = (read) => {
  const { item, receivedAt } = read;
  const id = idAt(item.element, "id");
  const event = textAt(item.element, "event");
  if (event !== "connect") return ignored("the further course of a call; calls are not handled yet");
  if (textAt(item.element, "direction") !== "USER_INITIATED") return ignored("a call the business began");
  if (id === undefined) return ignored("a call without an id");
  return [
    {
      kind: "message",
      direction: "inbound",
      externalId: id,
      person: customerOf(read, "inbound"),
      occurredAt: occurredAt(own(item.element, "timestamp"), receivedAt),
      type: "system",
      text: null,
      content: { call: { id, event, direction: "user_initiated" } },
      media: [],
      opensWindow: true,
    },
  ];
};
