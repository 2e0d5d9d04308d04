import type { InboundMessageEvent, NormalizedEvent, PersonRef } from "@parley/connector-kit";
import { addressOf, userIdOf } from "../people.ts";
import { compact, objectAt, own, textAt } from "@parley/connector-kit/read";
import { type ReadItem, customerOf, externalIdOf, occurredAt } from "./context.ts";

/** Notes that change a person's ids; `customer_changed_number` is the older name of a number change. */
const ID_CHANGES = new Set(["user_changed_number", "customer_changed_number", "user_changed_user_id"]);

/**
 * A system note about the person, shown in the conversation without opening a window. If the person's ids changed, the
 * change comes first, and the note refers to the person under the new ids.
 */
export function systemEvents(read: ReadItem, direction: InboundMessageEvent["direction"]): NormalizedEvent[] {
  const { item, receivedAt } = read;
  const system = objectAt(item.element, "system");
  const at = occurredAt(own(item.element, "timestamp"), receivedAt);
  const from = customerOf(read, direction);
  const type = textAt(system, "type") ?? textAt(item.element, "type") ?? "system";
  const to = ID_CHANGES.has(type) ? newIds(from, system) : undefined;
  const note: InboundMessageEvent = {
    kind: "message",
    direction,
    externalId: externalIdOf(read),
    person: to === undefined ? from : { ...from, ...to },
    occurredAt: at,
    type: "system",
    text: textAt(system, "body") ?? null,
    content: { system: { type } },
    media: [],
    opensWindow: false,
  };
  return to === undefined ? [note] : [{ kind: "identity_changed", from, to, occurredAt: at }, note];
}

/** The person's new ids; undefined when none differs. */
function newIds(from: PersonRef, system: unknown): PersonRef | undefined {
  const to: PersonRef = compact({
    address: addressOf(own(system, "wa_id")) ?? addressOf(own(system, "new_wa_id")),
    providerUserId: userIdOf(own(system, "user_id")),
  });
  const moved =
    (to.address !== undefined && to.address !== from.address) ||
    (to.providerUserId !== undefined && to.providerUserId !== from.providerUserId);
  return moved ? to : undefined;
}
