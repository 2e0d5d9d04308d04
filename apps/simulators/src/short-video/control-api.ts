import type { ControlAction } from "../shared/control.ts";
import type { InboundContent, InboundModifiers } from "./inbound.ts";
import type { CallbackBehaviour, Fault } from "./knobs.ts";
import type { PlatformState } from "./state.ts";
import type { AccountRegistration, LiveOptions, ShortVideoSimulator } from "./types.ts";

/** What the programming interface offers, for a driver in another process. */
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
    ["POST callbacks", (input) => simulator.postCallback(input.body, input)],
    ["POST codes", (input) => ({ code: simulator.issueCode(input.businessId, input.redirectUri, input.scopes) })],
    [
      "POST faults",
      (input) => {
        const fault = input.fault as Fault;
        if (input.userId !== undefined) simulator.faults.forRecipient(input.userId, fault, input.times);
        else if (input.management) simulator.faults.nextManagement(fault, input.times);
        else simulator.faults.next(fault, input.times);
      },
    ],
    ["DELETE faults", () => simulator.faults.clear()],
    ["POST load", (input) => simulator.load(input)],
    ["POST settled", (input) => simulator.settled(input.timeoutMs)],
    ["POST reset", () => simulator.reset()],
    ["POST conversations", (input) => simulator.openConversation(input.businessId, input.userId, input.at)],
    ["GET stats", () => simulator.stats()],
    ["GET calls", () => simulator.calls],
    ["GET sent/:", (_input, [, recipient = ""]) => simulator.sentTo(recipient)],
  ]);
}
