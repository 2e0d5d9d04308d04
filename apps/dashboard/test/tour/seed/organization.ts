/** Team, settings, webhooks, keys and chatbot of the tenant. */
import type { TestPerson } from "@parley/server/test/harness.ts";
import type { Stage } from "../../stage.ts";
import { answered } from "./answered.ts";
import type { Outside } from "./seed.ts";

export interface Team {
  owner: TestPerson;
  marcus: TestPerson;
  sofia: TestPerson;
  jonas: TestPerson;
  ayumi: TestPerson;
  guarded: TestPerson;
  divisions: { care: string; shipping: string; wholesale: string };
  labels: Record<"returns" | "stock" | "delivery" | "invoices" | "sizes" | "wholesale", string>;
  view: string;
  webhook: string;
  chatbot: { id: string; evaluation: string; run: string };
  tokens: { invitation: string; reset: string };
}

const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday"] as const;

export async function furnish(stage: Stage, outside: Outside): Promise<Team> {
  const { people, tenant, t } = stage;
  const { api } = tenant;
  const make = (path: string, body: object) => answered(api.post(`/api/v1${path}`, body));
  const [ayumi, tom, guarded] = await Promise.all([
    t.person(tenant.id, { role: "agent", name: "Ayumi Tanaka" }),
    t.person(tenant.id, { role: "agent", name: "Tom Okafor" }),
    t.person(tenant.id, { role: "supervisor", name: "Elena Duarte" }),
  ]);
  const [care, shipping, wholesale] = await Promise.all([
    make("/agents/divisions", { name: "Customer care", color: "#3b6fd6", description: "Questions before and after an order" }),
    make("/agents/divisions", { name: "Shipping", color: "#1f8fa8", description: "Parcels, customs and what was damaged" }),
    make("/agents/divisions", { name: "Wholesale", color: "#7f8f2a", description: "Shops and clubs that order by the dozen" }),
  ]);
  const profiles: [TestPerson, object][] = [
    [
      people.owner,
      { name: "Ingrid Solberg", availability: "online", maxOpenConversations: 12, divisionIds: [care.id], languages: ["en", "no"] },
    ],
    [people.admin, { name: "Marcus Adeyemi", availability: "online", maxOpenConversations: 8, divisionIds: [care.id, wholesale.id] }],
    [people.supervisor, { name: "Sofia Marchetti", availability: "busy", maxOpenConversations: 10, divisionIds: [shipping.id] }],
    [
      people.agent,
      { name: "Jonas Weber", availability: "online", maxOpenConversations: 6, divisionIds: [care.id], languages: ["de", "en"] },
    ],
    [people.viewer, { name: "Priya Raman", availability: "offline" }],
    [ayumi, { availability: "away", maxOpenConversations: 6, divisionIds: [shipping.id] }],
    [tom, { status: "suspended" }],
  ];
  for (const [person, profile] of profiles) await answered(api.patch(`/api/v1/agents/${person.agentId}`, profile));
  await answered(people.owner.api.patch(`/api/v1/agents/${people.owner.agentId}`, { signature: "Ingrid, Northwind Outdoor" }));
  await answered(
    api.put("/api/v1/agent-settings", {
      autoAssign: { enabled: false, strategy: "least_busy", respectAvailability: true, sticky: true, maxPerAgent: 12 },
      visibility: "all",
      csat: { enabled: true, delayMinutes: 0 },
      businessHours: {
        timezone: "Europe/Berlin",
        weekly: [
          ...weekdays.flatMap((day) => [
            { day, from: "08:00", to: "12:30" },
            { day, from: "13:00", to: "18:00" },
          ]),
          { day: "saturday", from: "10:00", to: "14:00" },
        ],
        holidays: ["2026-12-25", "2026-12-26"],
      },
    }),
  );
  const minutes = (first: number, next: number, resolution: number) => ({
    ...{ firstResponseMinutes: first, nextResponseMinutes: next, resolutionMinutes: resolution },
  });
  await make("/sla-policies", {
    ...{ name: "Website promise", description: "What we promise on the website", isDefault: true, order: 2 },
    targets: { urgent: minutes(30, 30, 480), high: minutes(60, 60, 960), medium: minutes(180, 240, 2_880), low: minutes(480, 480, 5_760) },
    conditions: { appliesTo: ["conversations", "tickets"] },
  });
  await make("/sla-policies", {
    ...{ name: "Wholesale", description: "Named in their contracts", businessHoursOnly: true, order: 1 },
    targets: { urgent: minutes(15, 15, 240), high: minutes(30, 30, 480), medium: minutes(60, 60, 960) },
    conditions: { appliesTo: ["conversations"], divisionIds: [wholesale.id] },
  });
  const label = async (name: string, color: string, description: string) =>
    (await make("/labels", { name, color, description })).id as string;
  const labels = {
    returns: await label("Returns", "#c0504d", "Sends something back, or wants to"),
    stock: await label("Stock", "#1f9d68", "Asks when something is there again"),
    delivery: await label("Delivery", "#1f8fa8", "Where is my parcel?"),
    invoices: await label("Invoices", "#3b6fd6", "Paper for their accounts"),
    sizes: await label("Size advice", "#c67c2e", "Between two sizes"),
    wholesale: await label("Wholesale", "#7f8f2a", "Orders by the dozen"),
  };
  for (const [shortcut, title, content] of [
    ["return-label", "Return label", "Hi {{contact.firstName|there}}, here is your return label. Any parcel shop takes it."],
    ["opening-hours", "Opening hours", "We answer Monday to Friday from 8 to 18 and Saturday from 10 to 14."],
    ["size-chart", "Size chart", "Our jackets run a little small: between two sizes, take the larger one."],
    ["delay", "Parcel is late", "I am sorry, {{contact.firstName|}}. The carrier is behind by a day; it will be with you tomorrow."],
    ["thanks", "Thank you", "Thank you for telling us. Have a good day outside!"],
  ])
    await make("/canned-replies", { shortcut, title, content });
  for (const [name, actions] of [
    [
      "Begin a return",
      [
        { type: "add_label", label: "Returns" },
        { type: "set_priority", priority: "high" },
        { type: "send_message", text: "I am preparing your return label." },
      ],
    ],
    [
      "To the warehouse",
      [
        { type: "add_label", label: "Stock" },
        { type: "add_note", text: "Please count what is left." },
        { type: "snooze", minutes: 240 },
      ],
    ],
    ["Done, thank you", [{ type: "set_status", status: "resolved" }]],
  ] as const)
    await make("/macros", { name, visibility: "shared", actions });
  for (const field of [
    {
      key: "jacket_size",
      label: "Jacket size",
      type: "select",
      options: ["XS", "S", "M", "L", "XL"],
      description: "For advice",
      position: 1,
    },
    { key: "member_since", label: "Club member since", type: "date", position: 2 },
    { key: "shoe_size", label: "Shoe size", type: "number", description: "European", position: 3 },
    { key: "newsletter", label: "Newsletter", type: "boolean", position: 4 },
  ])
    await make("/contact-fields", field);
  for (const [name, description] of [
    ["Damaged in transit", "Photos first"],
    ["Warranty", "Two years, zips five"],
    ["Wrong item", "Ours to pay"],
  ])
    await make("/ticket-categories", { name, description });
  const view = await make("/views", {
    name: "Waiting too long",
    visibility: "shared",
    filters: { status: "open", waitingMinutes: 60 },
    sort: "waitingSince",
  });
  await answered(
    people.owner.api.post("/api/v1/views", { name: "Returns this week", visibility: "private", filters: { labels: ["Returns"] } }),
  );

  const { ai, shop, warehouse } = outside;
  warehouse.answer({ kind: "status", status: 503, body: "The warehouse is being counted." });
  const hook = await make("/webhooks", {
    ...{ url: `${shop.url}/parley/events`, events: ["message.received", "conversation.created", "ticket.created"] },
    description: "The shop's own system",
  });
  await make("/webhooks", { url: `${warehouse.url}/stock`, events: ["ticket.created"], description: "The warehouse" });
  await make("/api-keys", { name: "Shop system", scopes: ["contacts:read", "contacts:write", "messages:send"] });
  await make("/api-keys", { name: "Reports", scopes: ["metrics:read", "conversations:read"] });
  const old = await make("/api-keys", { name: "Old warehouse", scopes: ["tickets:read"] });
  await answered(api.delete(`/api/v1/api-keys/${old.id}`));

  await make("/ai/keys", {
    ...{ provider: "openai_compatible", name: "Our model", apiKey: "sk-northwind-0001", baseUrl: ai.baseUrls.openai_compatible },
    models: ["small-model"],
  });
  for (const [question, answer] of [
    ["How long may I return something?", "You can send anything back within 30 days, also when it was worn once."],
    ["Is the Ridge tent waterproof?", "The Ridge tent holds a water column of 4,000 mm, so a night of heavy rain is fine."],
    ["When are you open?", "Monday to Friday from 8 to 18, Saturday from 10 to 14."],
  ])
    await make("/knowledge/faqs", { question, answer, status: "published", language: "en" });
  const tents = await make("/knowledge/categories", { name: "Care", description: "Washing and waxing" });
  await make("/knowledge/sources", {
    ...{ kind: "text", name: "Care of tents", categoryId: tents.id },
    text: "# Drying\n\nDry a tent before it is packed.",
  });
  await answered(api.get("/api/v1/knowledge/search?q=Do%20you%20rent%20kayaks"));
  const chatbot = await make("/chatbots", { name: "Trail guide", isActive: true, channelIds: [stage.channels.shortVideo.id] });

  const evaluation = await make(`/chatbots/${chatbot.id}/evaluations`, {
    name: "Before every change",
    cases: [
      { name: "Rain", message: "Is the Ridge tent waterproof?", expect: { decision: "answered", contains: ["4,000 mm"] } },
      { name: "A person", message: "I want to talk to a human", expect: { decision: "handed_over", reason: "customer_request" } },
      { name: "Kayaks", message: "Do you rent kayaks?", expect: { decision: "declined" } },
    ],
  });
  const run = await make(`/chatbot-evaluations/${evaluation.id}/runs`, {});

  for (const [email, role, name] of [
    ["lena.fischer@northwind.example", "agent", "Lena Fischer"],
    ["office@northwind.example", "viewer", "Reception"],
  ])
    await answered(people.owner.api.post("/api/v1/invitations", { email, role, name }));
  await answered(t.api(null).post("/api/v1/auth/password-reset", { email: people.viewer.email }));
  await t.drain();
  const tokenOf = (to: string) => stage.mailbox.last(to).token ?? "";
  return {
    ...{ owner: people.owner, marcus: people.admin, sofia: people.supervisor, jonas: people.agent, ayumi, guarded },
    divisions: { care: care.id, shipping: shipping.id, wholesale: wholesale.id },
    labels,
    ...{ view: view.id, webhook: hook.id },
    chatbot: { id: chatbot.id, evaluation: evaluation.id, run: run.id },
    tokens: { invitation: tokenOf("lena.fischer@northwind.example"), reset: tokenOf(people.viewer.email) },
  };
}
