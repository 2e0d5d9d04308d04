import { createCallbacksModule } from "#modules/channels/callbacks/index.ts";
import type { Automation } from "./automation.ts";
import type { Base } from "./base.ts";
import type { Channels } from "./channels.ts";
import type { Contacts } from "./contacts.ts";
import type { Inbox } from "./inbox.ts";
import type { Service } from "./service.ts";
import type { Voice } from "./voice.ts";

/** Callbacks of platforms: received, stored, and processed by the modules concerned. */
export function composeInbound(
  base: Base,
  channelArea: Channels,
  { modules: { contacts } }: Contacts,
  { modules: { conversations, messages } }: Inbox,
  { modules: { tickets, csat } }: Service,
  { modules: { chatbot } }: Automation,
  { modules: { calls } }: Voice,
) {
  const { shared, registry, directory, claims, runsWorker } = base;
  const { channels, templates, media } = channelArea.modules;
  const callbacks = createCallbacksModule({
    ...shared,
    registry,
    directory,
    claims,
    channels: channels.service,
    templates: templates.service,
    activity: channels.activity,
    answers: csat.answers,
    calls: calls.inbound,
    // Each runs after the earlier ones, in the transaction that stores the messages: a handler that locks rows keeps
    // the lock order.
    handlers: [
      conversations.inbound,
      contacts.inbound.optWords,
      tickets.inbound,
      csat.inbound,
      messages.inbound,
      chatbot.inbound,
      contacts.inbound.nameless,
      media.inbound,
    ],
    processHere: runsWorker,
  });
  return { modules: { callbacks } };
}
