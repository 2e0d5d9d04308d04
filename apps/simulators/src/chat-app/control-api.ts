import type { ControlAction } from "../shared/control.ts";
import type { InboundContent, InboundModifiers } from "./inbound.ts";
import type { CallbackBehaviour, Fault } from "./knobs.ts";
import type { PlatformState } from "./state.ts";
import type { ChatAppSimulator, LiveOptions, NumberRegistration } from "./types.ts";

/** What the programming interface offers, for a driver in another process. */
export function controlActions(simulator: ChatAppSimulator, state: PlatformState): Map<string, ControlAction> {
  return new Map<string, ControlAction>([
    ["POST numbers", (input) => simulator.registerNumber(input as NumberRegistration)],
    ["POST settings", (input) => simulator.configure(input as LiveOptions)],
    ["POST behaviour", (input) => simulator.callbackBehaviour(input as Partial<CallbackBehaviour>)],
    [
      "POST customers/:/messages",
      (input, [, waId = ""]) => {
        const { phoneNumberId, name, modifiers, ...content } = input;
        if (typeof content.bytes === "string") content.bytes = Buffer.from(content.bytes, "base64");
        const customer = simulator.customer(waId, name);
        return customer.send(phoneNumberId, { kind: "text", ...content } as InboundContent, modifiers as InboundModifiers);
      },
    ],
    ["POST windows", (input) => simulator.openWindow(input.phoneNumberId, input.waId, input.at)],
    ["POST statuses", (input) => simulator.postStatus(input.phoneNumberId, input.messageId, input.status, input)],
    ["POST account-events", (input) => simulator.postAccountEvent(input.businessAccountId, input.field, input.value)],
    [
      "POST templates",
      (input) => simulator.decideTemplate(input.businessAccountId, input.name, input.language, input.status, input.reason),
    ],
    ["POST sign-ups", (input) => ({ code: simulator.signUp(input.businessAccountIds, input) })],
    ["POST codes", (input) => ({ code: simulator.issueCode(input.accessToken) })],
    [
      "POST faults",
      (input) => {
        const fault = input.fault as Fault;
        if (input.waId !== undefined) simulator.faults.forRecipient(input.waId, fault, input.times);
        else if (input.management) simulator.faults.nextManagement(fault, input.times);
        else simulator.faults.next(fault, input.times);
      },
    ],
    ["DELETE faults", () => simulator.faults.clear()],
    ["POST callbacks", (input) => simulator.postCallback(input.body, input)],
    ["POST handshake", async (input) => ({ verified: await simulator.verifyCallback(input.url, input.verifyToken) })],
    ["POST load", (input) => simulator.load(input)],
    ["POST settled", (input) => simulator.settled(input.timeoutMs)],
    ["POST reset", () => simulator.reset()],
    [
      "GET stats",
      () => {
        const { byMessageCount, ...stats } = simulator.stats();
        return { ...stats, references: byMessageCount.size };
      },
    ],
    ["GET double-sends", () => simulator.doubleSends()],
    ["GET references", () => Object.fromEntries(simulator.stats().byMessageCount)],
    ["GET calls", () => simulator.calls],
    ["GET sent/:", (_input, [, recipient = ""]) => simulator.sentTo(recipient)],
    ["GET numbers", () => [...state.numbers.keys()]],
  ]);
}
