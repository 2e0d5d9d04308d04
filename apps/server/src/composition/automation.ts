import { createChatbotModule } from "#modules/automation/chatbot/index.ts";
import { createFlowsModule } from "#modules/automation/flows/index.ts";
import type { Base } from "./base.ts";
import type { Contacts } from "./contacts.ts";
import type { Inbox } from "./inbox.ts";
import type { Knowledge } from "./knowledge.ts";
import type { Organizations } from "./organizations.ts";
import type { People } from "./people.ts";
import type { Sales } from "./sales.ts";
import type { Service } from "./service.ts";

/** Flows and chatbots: the engines that reply and act automatically. */
export function composeAutomation(
  base: Base,
  organizations: Organizations,
  contactArea: Contacts,
  inbox: Inbox,
  sales: Sales,
  service: Service,
  people: People,
  knowledge: Knowledge,
) {
  const { shared, claims, origins, outbound, guard, publicUrl, describeChannel } = base;
  const { contacts, contactFields, segments } = contactArea.modules;
  const { conversations, messages, cannedReplies, notifications } = inbox.modules;
  const { tickets } = service.modules;
  const entitlements = organizations.limits.service;
  const chatbot = createChatbotModule({
    ...shared,
    claims,
    ai: knowledge.gateway,
    conversations: conversations.service,
    botControl: conversations.botControl,
    messages: messages.service,
    tickets: tickets.service,
    entitlements,
  });
  const flows = createFlowsModule({
    ...shared,
    claims,
    contacts: contacts.service,
    conversations: conversations.service,
    conversationsById: conversations.byId,
    messages: messages.service,
    segments: segments.service,
    describeChannel,
    cannedReplies: cannedReplies.service,
    tickets: tickets.service,
    deals: sales.modules.deals.service,
    notifications: notifications.service,
    fields: contactFields.service,
    entitlements,
    chatbot: chatbot.control,
    attempts: people.modules.auth.attempts,
    origins,
    publicUrl,
    outbound,
    guard,
    flowRunRetentionDays: base.config.flowRunRetentionDays,
  });
  return { modules: { chatbot, flows } };
}

export type Automation = ReturnType<typeof composeAutomation>;
