import { createCallbacksModule } from "#modules/callbacks/index.ts";
import type { Automation } from "./automation.ts";
import type { Base } from "./base.ts";
import type { Channels } from "./channels.ts";
import type { Service } from "./service.ts";

export function composeInbound(base: Base, channelArea: Channels, service: Service, automation: Automation) {
  const { shared, registry, directory, claims, runsWorker } = base;
  const { channels, templates } = channelArea.modules;
  const callbacks = createCallbacksModule({
    ...shared,
    registry,
    directory,
    claims,
    channels: channels.service,
    templates: templates.service,
    activity: channels.activity,
    customerWrote: service.modules.tickets.customerWrote,
    csat: service.modules.csat.answers,
    chatbotsHear: automation.modules.chatbot.hear,
    processHere: runsWorker,
  });
  return { modules: { callbacks } };
}
