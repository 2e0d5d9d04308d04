import { classifyElement } from "../errors.ts";
import { idsIn, personOf, userIdOf } from "../people.ts";
import { asObject, compact, objectAt, own, textAt } from "@parley/connector-kit/read";
import { type Reader, ignored, occurredAt } from "./context.ts";

/** A value-level error concerns the number, not one of our messages, so it is shown on the channel's page. */
export const errorEvents: Reader = ({ item, receivedAt }) => {
  if (asObject(item.element) === undefined) return ignored("an empty part of a callback");
  if (item.field === "calls") return ignored("why a call failed; it stands with the call's end");
  const error = classifyElement(item.element);
  return [
    {
      kind: "channel",
      notice: `${error.message} (${error.providerCode})`,
      occurredAt: occurredAt(item.entryTime, receivedAt),
    },
  ];
};

const choices = new Map<string, "opted_in" | "opted_out">([
  ["stop", "opted_out"],
  ["resume", "opted_in"],
  ["signup", "opted_in"],
]);

export const preferenceEvents: Reader = ({ item, receivedAt }) => {
  const value = textAt(item.element, "value") ?? "";
  const optIn = choices.get(value.toLowerCase());
  if (optIn === undefined) return ignored(`a preference this connector does not know: ${value.slice(0, 60) || "absent"}`);
  const category = textAt(item.element, "category") ?? "marketing_messages";
  if (category !== "marketing_messages") return ignored(`a preference about ${category.slice(0, 60)}`);
  const person = personOf(idsIn(item.element, "wa_id", "user_id"), item.contact);
  if (person === undefined) throw new Error("a preference that names no person");
  return [
    {
      kind: "preference",
      person,
      optIn,
      occurredAt: occurredAt(own(item.element, "timestamp"), receivedAt),
    },
  ];
};

export const userIdEvents: Reader = ({ item, receivedAt }) => {
  const change = objectAt(item.element, "user_id");
  const previous = userIdOf(own(change, "previous"));
  const current = userIdOf(own(change, "current"));
  if (current === undefined || current === previous) return ignored("a change of user id that names no new one");
  const { address } = idsIn(item.element, "wa_id", "");
  if (previous === undefined && address === undefined) throw new Error("a change of user id that names no person");
  return [
    {
      kind: "identity_changed",
      from: compact({ address, providerUserId: previous }),
      to: compact({ address, providerUserId: current }),
      occurredAt: occurredAt(own(item.element, "timestamp"), receivedAt),
    },
  ];
};
