import { orders } from "./contacts/orders.ts";
import { templates } from "./settings/templates.ts";
import { admin } from "./admin.ts";
import { billing } from "./settings/billing.ts";
import { analytics } from "./analytics.ts";
import { aiKeys } from "./settings/ai-keys.ts";
import { acting } from "./shell/acting.ts";
import { agency } from "./agency/agency.ts";
import { brand } from "./agency/brand.ts";
import { broadcasts } from "./broadcasts.ts";
import { auditLog } from "./settings/audit-log.ts";
import { channelHealth } from "./settings/channel-health.ts";
import { channels } from "./settings/channels.ts";
import { chatbot } from "./chatbot.ts";
import { composer } from "./inbox/composer.ts";
import { contact } from "./inbox/contact.ts";
import { contacts } from "./contacts/contacts.ts";
import { decision } from "./decision.ts";
import { developers } from "./settings/developers.ts";
import { flows } from "./flows/flows.ts";
import { flowSteps } from "./flows/steps.ts";
import { flowTemplates } from "./flows/templates.ts";
import { grants } from "./agency/grants.ts";
import { issues } from "./issues.ts";
import { knowledge } from "./knowledge.ts";
import { library } from "./agency/library.ts";
import { notifications } from "./notifications.ts";
import { organization } from "./settings/organization.ts";
import { pages } from "./agency/pages.ts";
import { pipeline } from "./contacts/pipeline.ts";
import { privacy } from "./settings/privacy.ts";
import { push } from "./settings/push.ts";
import { received } from "./inbox/received.ts";
import { records } from "./records.ts";
import { search } from "./search.ts";
import { segments } from "./contacts/segments.ts";
import { session } from "./shell/session.ts";
import { settings } from "./settings/settings.ts";
import { shortcuts } from "./shell/shortcuts.ts";
import { tickets } from "./tickets.ts";
import { workspace } from "./settings/workspace.ts";
import { welcome } from "./shell/welcome.ts";
import { ticketSettings } from "./settings/ticket-settings.ts";
import { pipelineSettings } from "./settings/pipeline-settings.ts";
import { calls } from "./voice/calls.ts";
import { voice } from "./voice/voice.ts";

/** All other texts: fetched before the components that show them. A file for each screen, a line for each file. */
export const rest = {
  ...admin,
  ...billing,
  ...analytics,
  ...aiKeys,
  ...acting,
  ...agency,
  ...brand,
  ...broadcasts,
  ...auditLog,
  ...channelHealth,
  ...channels,
  ...chatbot,
  ...composer,
  ...contact,
  ...contacts,
  ...decision,
  ...developers,
  ...flows,
  ...flowSteps,
  ...flowTemplates,
  ...grants,
  ...issues,
  ...knowledge,
  ...library,
  ...notifications,
  ...organization,
  ...pages,
  ...pipeline,
  ...privacy,
  ...push,
  ...received,
  ...records,
  ...search,
  ...segments,
  ...session,
  ...settings,
  ...pipelineSettings,
  ...ticketSettings,
  ...shortcuts,
  ...calls,
  ...voice,
  ...tickets,
  ...workspace,
  ...welcome,
  ...templates,
  ...orders,
};
