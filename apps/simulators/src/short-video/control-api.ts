import { type ControlAction, commonActions } from "../shared/control.ts";
import type { InboundContent, InboundModifiers } from "./inbound.ts";
import type { CallbackBehaviour } from "./knobs.ts";
import type { PlatformState } from "./state.ts";
import type { AccountRegistration, LiveOptions, ShortVideoSimulator } from "./types.ts";

/** The programming interface for a driver in another process. */
export function controlActions(simulator: ShortVideoSimulator, state: PlatformState): Map<string, ControlAction> {
  return new Map<string, ControlAction>([
    ["POST accounts", (input) => simulator.registerAccount(input as AccountRegistration)],
    ["GET accounts", () => [...state.accounts.keys()]],
    ["POST settings", (input) => simulator.configure(input as LiveOptions)],
    ["POST behaviour", (input) => simulator.callbackBehaviour(input as Partial<CallbackBehaviour>)],
    [
      "POST customers/:/messages",
      (input, [, userId = ""]) => {
        const { businessId, username, modifiers, ...content } = input;
        if (typeof content.bytes === "string") content.bytes = Buffer.from(content.bytes, "base64");
        const customer = simulator.customer(userId, username);
        return customer.send(businessId, { kind: "text", ...content } as InboundContent, modifiers as InboundModifiers);
      },
    ],
    ["POST customers/:/read", (input, [, userId = ""]) => simulator.customer(userId).markRead(input.businessId, input.upTo)],
    [
      "POST customers/:/arrive",
      (input, [, userId = ""]) => simulator.customer(userId, input.username).arrive(input.businessId, input.referral, input.at),
    ],
    [
      "GET customers/:/messages",
      (_input, [, userId = ""]) =>
        [...state.conversations.values()]
          .filter((conversation) => conversation.userId === userId)
          .map(({ id, businessId, messages }) => ({ conversationId: id, businessId, messages })),
    ],
    ["POST app-messages", (input) => simulator.phone(input.businessId).sendText(input.userId, input.text, input)],
    ["POST automatic-messages", (input) => simulator.phone(input.businessId).sendAutomatic(input.userId, input.kind, input.text, input)],
    ["POST events", (input) => simulator.postEvent(input.businessId, input.event, input.content)],
    ["POST codes", (input) => ({ code: simulator.issueCode(input.businessId, input.redirectUri, input.scopes) })],
    ...commonActions(simulator, "userId"),
    ["POST conversations", (input) => simulator.openConversation(input.businessId, input.userId, input.at)],
    ["GET stats", () => simulator.stats()],
  ]);
}
