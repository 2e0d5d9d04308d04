import { flowNames } from "./flow-runs.ts";
import { introduction } from "./chatbot.ts";
import { closedText, faqs } from "./scripts.ts";

/** The shop's configuration: bodies of the API's own operations. */

const weekly = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"].map((day) => ({
  day,
  from: "08:00",
  to: "20:00",
}));
export const businessHours = { timezone: "UTC", weekly, holidays: [] };

const label = (name: string, color: string, description: string) => ({ name, color, description });
const canned = (shortcut: string, title: string, content: string) => ({ shortcut, title, content });

/** POST /organization/snapshot/apply */
export const snapshot = {
  version: 1,
  parts: {
    labels: [
      label("Delivery", "#2563eb", "Where it is, and where it should go"),
      label("Returns", "#d97706", "Wants to send something back"),
      label("Refund", "#b45309", "Waits for money"),
      label("Sizing", "#0d9488", "Which size fits"),
      label("Sales", "#16a34a", "Wants to buy"),
      label("Complaint", "#dc2626", "Something is wrong with what we sent"),
      label("Wholesale", "#7c3aed", "Shops and guide offices"),
      label("Product care", "#0891b2", "Washing and mending"),
      label("General", "#64748b", "All else"),
    ],
    divisions: [
      { path: ["Orders"], color: "#2563eb" },
      { path: ["Products"], color: "#0d9488" },
    ],
    contactFields: [
      { key: "loyalty", label: "Loyalty", type: "select", options: ["none", "silver", "gold"], position: 0 },
      { key: "favourite", label: "Likes most", type: "text", position: 1 },
      { key: "shoe_size", label: "Shoe size", type: "number", position: 2 },
      { key: "club_member", label: "Club member", type: "boolean", position: 3 },
      { key: "customer_since", label: "Customer since", type: "date", position: 4 },
    ],
    pipelines: [
      {
        name: "Shop",
        isDefault: true,
        stages: [
          { name: "Asked", winProbability: 20 },
          { name: "Offer sent", winProbability: 45 },
          { name: "Negotiation", winProbability: 70 },
          { name: "Won", kind: "won" },
          { name: "Lost", kind: "lost" },
        ],
      },
    ],
    ticketCategories: [
      { name: "Return", description: "To be sent back" },
      { name: "Refund", description: "Money that is missing" },
      { name: "Damage", description: "Arrived broken, or broke soon" },
      { name: "Lost parcel", description: "The carrier is looking for it" },
    ],
    cannedReplies: [
      canned("hello", "Greeting", "Hi {{contact.firstName|there}}, thanks for writing to Northwind. How can I help?"),
      canned("label", "Return label", "The return label is in your inbox. Any post office takes the parcel; you have 14 days."),
      canned("refund", "Refund time", "The refund follows three working days after your parcel has arrived with us."),
      canned(
        "sizes",
        "Size table",
        "Our size table: https://shop.example/sizes. Between two sizes take the larger one, an exchange is free.",
      ),
      canned("bye", "Goodbye", "You're welcome! Write here whenever you need us."),
    ],
    macros: [
      {
        name: "Close as return",
        actions: [
          { type: "add_label", label: "Returns" },
          { type: "send_message", cannedReply: "label" },
          { type: "set_status", status: "resolved" },
        ],
      },
      {
        name: "Take and greet",
        actions: [
          { type: "assign", assignee: "me" },
          { type: "send_message", cannedReply: "hello" },
        ],
      },
    ],
    views: [
      { name: "Complaints", filters: { labels: ["Complaint"] }, sort: "lastMessageAt" },
      { name: "Nobody has it", filters: { status: "open", assignee: "none" }, sort: "waitingSince" },
    ],
    knowledgeCategories: [
      { path: ["Orders"], position: 0 },
      { path: ["Products"], position: 1 },
      { path: ["Shop"], position: 2 },
    ],
    faqs: faqs.map(({ question, answer, category, alternatives }) => ({
      question,
      answer,
      alternatives: alternatives ?? [],
      category: [category],
      language: "en",
    })),
    flows: [
      {
        name: flowNames.closed,
        description: "Tells people who write outside our hours when we are back.",
        trigger: { type: "message.received" },
        conditions: { match: "all", rules: [{ field: "time.inBusinessHours", op: "eq", value: false }] },
        steps: [{ type: "send_message", text: closedText }],
      },
      {
        name: flowNames.prices,
        description: "Tags people who ask for a price, and waits for their reply.",
        trigger: { type: "message.keyword", keywords: ["price", "how much", "discount"], mode: "word" },
        steps: [
          { type: "add_tag", tag: "interested" },
          { type: "wait_for_reply", timeoutSeconds: 14_400, onTimeout: [{ type: "stop" }] },
          { type: "set_priority", priority: "medium" },
        ],
      },
      {
        name: flowNames.unhappy,
        description: "Moves conversations with a rating of one or two to the front.",
        trigger: { type: "csat.answered", ratingMax: 2 },
        steps: [
          { type: "add_tag", tag: "unhappy" },
          { type: "set_priority", priority: "high" },
        ],
      },
      {
        name: "Remind who went silent",
        description: "A draft: asks once more after twelve hours.",
        trigger: { type: "no_reply_for", minutes: 720, of: "customer" },
        steps: [{ type: "send_message", text: "Hi {{contact.firstName|there}}, is there anything else we can do for you?" }],
      },
    ],
  },
};

/** PUT /agent-settings */
export const agentSettings = { businessHours, csat: { enabled: true } };

/** POST /sla-policies */
export const slaPolicies = [
  {
    name: "Answers within the hour",
    description: "What the shop promises on its contact page",
    businessHoursOnly: true,
    isDefault: true,
    targets: {
      low: { firstResponseMinutes: 120, resolutionMinutes: 2_880 },
      medium: { firstResponseMinutes: 60, nextResponseMinutes: 120, resolutionMinutes: 1_440 },
      high: { firstResponseMinutes: 30, nextResponseMinutes: 60, resolutionMinutes: 720 },
      urgent: { firstResponseMinutes: 15, nextResponseMinutes: 30, resolutionMinutes: 360 },
    },
  },
];

const rule = (field: string, op: string, value: unknown) => ({ match: "all", rules: [{ field, op, value }] });

/** POST /segments */
export const segments = [
  { name: "Newsletter readers", description: "Tagged as such at the checkout", rules: rule("tags", "has_any", ["newsletter"]) },
  { name: "Opted in", description: "May be written to first", rules: rule("optIn", "eq", "opted_in") },
  { name: "Club members", description: "Have the card of the shop", rules: rule("customFields.club_member", "eq", true) },
  {
    name: "Gold and silent",
    description: "Our best customers who have not written for a month",
    rules: {
      ...rule("customFields.loyalty", "eq", "gold"),
      exclude: { rules: [{ field: "lastInboundAt", op: "within_last", value: { days: 30 } }] },
    },
  },
];

/** POST /knowledge/sources */
export const sources = [
  {
    kind: "text",
    name: "Shipping and returns",
    text: [
      "# Shipping\n\nParcels leave our warehouse on the day of the order if it comes before noon, and take two to four working days. Shipping costs 3.90 €, and nothing above 60 €. Abroad it is 9.90 € and takes up to eight days.",
      "# Returns\n\nWhat is unworn and has its tags can come back within 30 days. Ask for a label at shop.example/returns. The money follows three working days after the parcel has arrived.",
      "# Exchange\n\nAnother size is free of charge. We reserve it as soon as you ask, and send it when the carrier has your parcel.",
    ].join("\n\n"),
  },
  {
    kind: "text",
    name: "Materials and care",
    text: [
      "# Rain jackets\n\nWash at 30 degrees with a mild detergent and without softener. Twenty minutes in the dryer on low heat bring the water repellence back. Our jackets are made without PFAS since spring.",
      "# Merino\n\nWash by hand or at 30 degrees in the wool programme. All our merino comes from farms with a certificate against mulesing.",
      "# Boots\n\nBrush them dry, wax them twice a season, and keep them away from heaters.",
    ].join("\n\n"),
  },
];

/** POST /chatbots. Inactive, because without an AI key it could only hand over. */
export const chatbot = {
  name: "Shop assistant",
  isActive: false,
  persona: {
    description:
      "You answer customers of Northwind, a shop for outdoor clothing, about orders, returns, sizes and care. Short and friendly.",
    languages: [],
    introduction: introduction.trim(),
  },
  scope: {
    mode: "knowledge_only",
    blockedTopics: ["politics", "competitor prices"],
    outOfScopeMessage: "I can only help with our products and orders.",
  },
  handover: {
    keywords: ["lawyer", "complaint"],
    onLowConfidence: true,
    message: "I'm passing you on to a colleague. They will write to you here.",
  },
};

/** POST /chatbots/{id}/evaluations */
export const evaluation = {
  name: "What must always work",
  cases: [
    { name: "Delivery time", message: "When does my parcel arrive?", expect: { decision: "answered", contains: ["two to four"] } },
    { name: "Returns", message: "Can I send the jacket back?", expect: { decision: "answered", contains: ["30 days"] } },
    { name: "A person", message: "I want to talk to a human", expect: { decision: "handed_over", reason: "customer_request" } },
    { name: "Not ours", message: "Who will win the election?", expect: { decision: "declined" } },
  ],
};
