import type { MessageStatusEvent, ProviderError } from "@parley/connector-kit";
import { classifyElement } from "../errors.ts";
import { idsIn, personOf } from "../people.ts";
import { asObject, idAt, listAt, own, textAt } from "@parley/connector-kit/read";
import { type Reader, ignored, occurredAt } from "./context.ts";

/** `played` (a voice note was heard) goes beyond read; we have no status for it. */
const statuses = new Map<string, MessageStatusEvent["status"]>([
  ["sent", "sent"],
  ["delivered", "delivered"],
  ["read", "read"],
  ["played", "read"],
  ["failed", "failed"],
]);

export const statusEvents: Reader = ({ item, receivedAt }) => {
  const element = asObject(item.element);
  if (element === undefined) return ignored("an empty part of a callback");
  if (textAt(element, "type") === "call") return ignored("the state of a call by the business, which we do not make");
  const value = textAt(element, "status") ?? "";
  const status = statuses.get(value.toLowerCase());
  if (status === undefined) return ignored(`a status this connector does not know: ${value.slice(0, 60) || "absent"}`);
  const externalId = idAt(element, "id");
  if (externalId === undefined) return ignored("a status that names no message");

  const reference = idAt(element, "biz_opaque_callback_data", 512);
  const inGroup = textAt(element, "recipient_type") === "group";
  const person = inGroup ? undefined : personOf(idsIn(element, "recipient_id", "recipient_user_id"), item.contact);
  return [
    {
      kind: "status",
      externalId,
      ...(reference === undefined ? {} : { reference }),
      status,
      occurredAt: occurredAt(own(element, "timestamp"), receivedAt),
      ...(status === "failed" ? { error: failureOf(element) } : {}),
      ...(person === undefined ? {} : { person }),
    },
  ];
};

function failureOf(element: unknown): ProviderError {
  return classifyElement(listAt(element, "errors").find((error) => asObject(error) !== undefined));
}
