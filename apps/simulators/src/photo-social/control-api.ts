import type { ControlAction } from "../shared/control.ts";
import type { InboundContent, InboundModifiers } from "./inbound.ts";
import type { CallbackBehaviour, Fault } from "./knobs.ts";
import type { AccountRegistration, AppRegistration, LiveOptions, PhotoSocialSimulator } from "./types.ts";

/** What the programming interface offers, for a driver in another process. */
export function controlActions(simulator: PhotoSocialSimulator): Map<string, ControlAction> {
  const contentIn = (fields: Record<string, unknown>): InboundContent => {
    if (typeof fields.bytes === "string") fields.bytes = Buffer.from(fields.bytes, "base64");
    return { kind: "text", ...fields } as InboundContent;
  };
  return new Map<string, ControlAction>([
    ["POST accounts", (input) => simulator.registerAccount(input as AccountRegistration)],
    ["POST apps", (input) => simulator.registerApp(input as AppRegistration)],
    ["POST settings", (input) => simulator.configure(input as LiveOptions)],
    ["POST behaviour", (input) => simulator.callbackBehaviour(input as Partial<CallbackBehaviour>)],
    [
      "POST customers/:/messages",
      (input, [, id = ""]) => {
        const { accountId, name, username, modifiers, ...content } = input;
        const profile = { ...(name === undefined ? {} : { name }), ...(username === undefined ? {} : { username }) };
        return simulator.customer(id, profile).send(accountId, contentIn(content), modifiers as InboundModifiers);
      },
    ],
    ["POST customers/:/reactions", (input, [, id = ""]) => simulator.customer(id).react(input.accountId, input.messageId, input.emoji)],
    ["POST customers/:/seen", (input, [, id = ""]) => simulator.customer(id).see(input.accountId, input.messageId, input.at)],
    [
      "POST customers/:/edits",
      (input, [, id = ""]) => simulator.customer(id).edit(input.accountId, input.messageId, input.text, input.numEdit),
    ],
    ["POST customers/:/deletions", (input, [, id = ""]) => simulator.customer(id).unsend(input.accountId, input.messageId)],
    ["POST app-messages", ({ accountId, person, ...content }) => simulator.typeInApp(accountId, person, contentIn(content))],
    ["POST windows", (input) => simulator.openWindow(input.accountId, input.person, input.at)],
    ["POST dead-tokens", (input) => simulator.killToken(input.accessToken)],
    [
      "POST faults",
      (input) => {
        const fault = input.fault as Fault;
        if (input.person !== undefined) simulator.faults.forRecipient(input.person, fault, input.times);
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
    ["GET stats", () => simulator.stats()],
    ["GET calls", () => simulator.calls],
    ["GET sent/:", (_input, [, person = ""]) => simulator.sentTo(person)],
  ]);
}
