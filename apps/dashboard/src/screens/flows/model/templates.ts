/**
 * Starter flows. They are here and not in the API, because they are texts in the reader's language around definitions of the API's types:
 * if those change, this does not compile. None contains an id, so each works everywhere.
 */
import type { CreateFlow, FlowStep } from "@parley/sdk";
import type { PlainKey } from "../../../i18n/catalogue.ts";
import type { Translate } from "../../../i18n/i18n.tsx";
import type { Definition } from "./model.ts";

const ids = ["welcome", "prices", "closed", "urgent", "reminder", "waiting", "unhappy", "menu", "resolved", "lead"] as const;
export type TemplateId = (typeof ids)[number];

export interface FlowTemplate {
  id: TemplateId;
  name: PlainKey;
  about: PlainKey;
  definition(t: Translate): Definition;
}

const hour = 3_600;
/** A question mark if the name is unknown. */
const name = "{{contact.name|?}}";
const say = (text: string): FlowStep => ({ type: "send_message", text });
const rule = (field: string, op: "eq" | "neq" | "contains", value: string | boolean) => ({ rules: [{ field, op, value } as never] });
const branch = (conditions: ReturnType<typeof rule>, held: FlowStep[], otherwise: FlowStep[]): FlowStep => ({
  ...{ type: "branch", conditions: { match: "all", ...conditions } },
  // biome-ignore lint/suspicious/noThenProperty: a list of steps, not a callable
  then: held,
  else: otherwise,
});

type Parts = Pick<Definition, "trigger" | "steps"> & Partial<Definition>;
const definitions: { readonly [Id in TemplateId]: (t: Translate) => Parts } = {
  welcome: (t) => ({ trigger: { type: "conversation.created" }, steps: [say(t("flows.template.welcome.say"))], oncePerContact: true }),
  prices: (t) => ({
    trigger: { type: "message.keyword", keywords: t("flows.template.prices.words").split(", "), mode: "word" },
    steps: [
      { type: "add_tag", tag: t("flows.template.prices.tag") },
      say(t("flows.template.prices.say")),
      {
        type: "wait_for_reply",
        timeoutSeconds: 4 * hour,
        onTimeout: [{ type: "add_note", text: t("flows.template.prices.note") }, { type: "stop" }],
      },
      { type: "create_deal", title: name },
      { type: "hand_over" },
    ],
  }),
  closed: (t) => ({
    trigger: { type: "message.received" },
    conditions: rule("time.inBusinessHours", "eq", false),
    steps: [
      branch(rule("conversation.handledBy", "eq", "bot"), [{ type: "stop" }], []),
      say(t("flows.template.closed.say")),
      { type: "wait", seconds: 12 * hour },
    ],
  }),
  urgent: (t) => ({
    trigger: { type: "message.keyword", keywords: t("flows.template.urgent.words").split(", "), mode: "word" },
    steps: [
      { type: "set_priority", priority: "urgent" },
      { type: "create_ticket", subject: t("flows.template.urgent.subject", { name }), priority: "urgent" },
      say(t("flows.template.urgent.say")),
      { type: "hand_over" },
    ],
  }),
  reminder: (t) => ({
    trigger: { type: "no_reply_for", minutes: 720, of: "customer" },
    steps: [
      say(t("flows.template.reminder.say")),
      { type: "wait_for_reply", timeoutSeconds: 24 * hour, onTimeout: [{ type: "set_status", status: "resolved" }] },
    ],
  }),
  waiting: (t) => ({
    trigger: { type: "no_reply_for", minutes: 30, of: "us" },
    steps: [
      { type: "set_priority", priority: "high" },
      { type: "add_note", text: t("flows.template.waiting.note") },
    ],
  }),
  unhappy: (t) => ({
    trigger: { type: "csat.answered", ratingMax: 2 },
    steps: [
      { type: "add_tag", tag: t("flows.template.unhappy.tag") },
      {
        type: "create_ticket",
        subject: t("flows.template.unhappy.subject", { name }),
        description: "{{variables.csatRating}} / 5",
        priority: "high",
      },
      say(t("flows.template.unhappy.say")),
    ],
  }),
  menu: (t) => ({
    trigger: { type: "message.keyword", keywords: t("flows.template.menu.words").split(", "), mode: "exact" },
    steps: [
      say(t("flows.template.menu.say")),
      { type: "wait_for_reply", timeoutSeconds: hour, onTimeout: [{ type: "stop" }] },
      branch(
        rule("message.text", "contains", "1"),
        [say(t("flows.template.menu.orders"))],
        [
          branch(
            rule("message.text", "contains", "2"),
            [say(t("flows.template.menu.returns"))],
            [say(t("flows.template.menu.person")), { type: "hand_over" }],
          ),
        ],
      ),
    ],
  }),
  resolved: (t) => ({
    trigger: { type: "ticket.status_changed", to: ["resolved"] },
    steps: [say(t("flows.template.resolved.say"))],
  }),
  lead: (t) => ({
    trigger: { type: "webhook", contactBy: "phone", contactFrom: "body.phone", nameFrom: "body.name", createContact: true },
    steps: [
      { type: "add_tag", tag: t("flows.template.lead.tag") },
      { type: "create_deal", title: name },
    ],
  }),
};

export const templates: readonly FlowTemplate[] = ids.map((id) => ({
  id,
  name: `flows.template.${id}`,
  about: `flows.template.${id}.about`,
  definition: (t) => ({ conditions: null, oncePerContact: false, ...definitions[id](t) }),
}));

export const empty: Definition = { trigger: { type: "message.received" }, conditions: null, steps: [], oncePerContact: false };

/** A body of `POST /flows`, also from a whole flow: only what it does. */
export const bodyOf = (name: string, { trigger, conditions, steps, oncePerContact }: Definition): CreateFlow => ({
  ...{ name, trigger, steps, oncePerContact },
  ...(conditions === null ? {} : { conditions }),
});
