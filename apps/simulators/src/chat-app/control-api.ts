import { type ControlAction, commonActions } from "../shared/control.ts";
import { type CustomerCall, shownCall } from "./calls/calls.ts";
import type { InboundContent, InboundModifiers } from "./inbound.ts";
import type { CallbackBehaviour } from "./knobs.ts";
import type { PlatformState } from "./state.ts";
import type { ChatAppSimulator, LiveOptions, NumberRegistration } from "./types.ts";

function callOf(simulator: ChatAppSimulator, id: string): CustomerCall {
  const call = simulator.customerCalls.find(id);
  if (call === undefined) throw new Error(`there is no call ${id}`);
  return call;
}

/** The programming interface for a driver in another process. */
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
    [
      "POST customers/:/calls",
      async (input, [, waId = ""]) => {
        const { call, answered } = simulator.customer(waId, input.name).call(input.phoneNumberId, String(input.sdp));
        return { callId: call.id, ...(await answered) };
      },
    ],
    ["GET customer-calls", () => simulator.customerCalls.all.map((call) => ({ ...shownCall(call), waId: call.waId }))],
    ["GET customer-calls/:", (_input, [, id = ""]) => shownCall(callOf(simulator, id))],
    [
      "POST customer-calls/:/hang-up",
      (_input, [, id = ""]) => {
        const call = callOf(simulator, id);
        simulator.customerCalls.end(call, call.state === "accepted" ? "hung_up" : "cancelled", "customer");
      },
    ],
    [
      "POST customer-calls/:/fail",
      (input, [, id = ""]) => simulator.customerCalls.end(callOf(simulator, id), "failed", "platform", input.code ?? 138020),
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
    ...commonActions(simulator, "waId"),
    ["POST handshake", async (input) => ({ verified: await simulator.verifyCallback(input.url, input.verifyToken) })],
    [
      "GET stats",
      () => {
        const { byMessageCount, ...stats } = simulator.stats();
        return { ...stats, references: byMessageCount.size };
      },
    ],
    ["GET sends", () => state.sends],
    ["GET double-sends", () => simulator.doubleSends()],
    ["GET references", () => Object.fromEntries(simulator.stats().byMessageCount)],
    ["GET numbers", () => [...state.numbers.keys()]],
  ]);
}
