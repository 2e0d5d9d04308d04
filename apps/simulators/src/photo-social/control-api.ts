import { type ControlAction, commonActions } from "../shared/control.ts";
import type { InboundContent, InboundModifiers } from "./inbound.ts";
import type { CallbackBehaviour } from "./knobs.ts";
import type { AccountRegistration, AppRegistration, LiveOptions, PhotoSocialSimulator } from "./types.ts";

/** The programming interface for a driver in another process. */
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
    ["POST dropped-subscriptions", (input) => simulator.unsubscribe(input.accountId)],
    ...commonActions(simulator, "person"),
    ["POST handshake", async (input) => ({ verified: await simulator.verifyCallback(input.url, input.verifyToken) })],
    ["GET stats", () => simulator.stats()],
  ]);
}
