/**
 * One tenant with something of every resource, made through the API, for the tests that walk all routes. `fresh` makes
 * another of a kind, for routes that use theirs up.
 */
import { randomBytes } from "node:crypto";
import { withClient } from "@parley/database";
import { type AiSimulator, startAiSimulator } from "@parley/simulators/ai-provider";
import { appSecret, type Api, type TestApp, type TestTenant, unknownId } from "./harness.ts";
import { parseWireId, wireId } from "../src/platform/ids/ids.ts";

/** Everything that has an id on the wire. Nested ones carry the id of what they belong to. */
export interface Resources {
  channel: string;
  /** One that waits for the person, and one that waits for a choice between the accounts of `signUp`. */
  channelAuthorization: string;
  choosingAuthorization: string;
  contact: string;
  conversation: string;
  message: string;
  note: string;
  template: { channel: string; id: string };
  apiKey: string;
  webhook: string;
  delivery: { webhook: string; id: string };
  replay: { webhook: string; id: string };
  event: string;
  member: string;
  invitation: string;
  media: string;
  organization: string;
  label: string;
  view: string;
  cannedReply: string;
  /** It governs the ticket. */
  slaPolicy: string;
  macro: string;
  notification: string;
  knowledgeCategory: string;
  knowledgeSource: string;
  faq: string;
  knowledgeQuestion: string;
  app: string;
  subscription: string;
  paymentRequest: string;
  /** One list for all tenants. */
  price: string;
  pipeline: string;
  stage: { pipeline: string; id: string };
  /** It has been in two stages. */
  deal: string;
  order: string;
  /** It has a comment. */
  ticket: string;
  closedTicket: string;
  ticketCategory: string;
  contactField: string;
  ticketField: string;
  segment: string;
  /** One that is done, and one that waits for its turn. */
  contactImport: string;
  runningImport: string;
  contactExport: string;
  /** A draft; it has two recipients all the same, to be listed. */
  broadcast: string;
  sendingBroadcast: string;
  /** One recipient failed. */
  pausedBroadcast: string;
  /** One that nothing else asks for. */
  doomedContact: string;
  privacyRequest: string;
  /** One that is not active, with two versions and two runs. */
  flow: string;
  activeFlow: string;
  /** One that others start. */
  hookedFlow: string;
  /** One that waits. */
  flowRun: string;
  flowSecret: string;
  division: string;
  /** The installation's: by name. */
  queue: string;
  agencyClient: string;
  /** One that waits for the tenant's answer. */
  agencyGrant: string;
  agencyDomain: string;
  signupForm: string;
  formSubmission: string;
  landingPage: string;
  /** It answers nothing. */
  chatbot: string;
  chatbotTurn: string;
  chatbotEvaluation: string;
  chatbotEvaluationRun: string;
  /** A chatbot serves its channel. */
  botConversation: string;
  aiKey: string;
  /** Its file is not kept any more. */
  organizationExport: string;
  agencySnapshot: string;
  /** One that is done, and one that waits for its turn. */
  faqImport: string;
  runningFaqImport: string;
}

export type Kind = keyof Resources;

export interface Fixture {
  /** The server's address. */
  url: string;
  tenant: TestTenant;
  api: Api;
  resources: Resources;
  /** Another one of a kind, so that it can be changed or removed. */
  fresh<K extends Kind>(kind: K): Promise<Resources[K]>;
  /** A number that wrote to the channel of `resources`, so that its window is open. */
  customer: string;
  templateName: string;
  /** Two contacts that may be the same person as the one of `resources`. */
  lookalikes: [string, string];
  /** Contacts to be merged away, which can be done once. */
  spareContacts: string[];
  /** A code of the platform's pop-up, which brings two accounts; `account` is one of them. */
  signUp: { code(): string; account: string };
}

const word = () => randomBytes(4).toString("hex");
const phone = () => `4477${(randomBytes(4).readUInt32BE() % 100_000_000).toString().padStart(8, "0")}`;

const platforms = new WeakMap<TestApp, Promise<TestTenant>>();

/** The tenant that operates the installation, with a payment gateway at which nobody answers. One per app. */
export function platformOf(t: TestApp): Promise<TestTenant> {
  const known = platforms.get(t) ?? makePlatform(t);
  platforms.set(t, known);
  return known;
}

const aiProviders = new WeakMap<TestApp, Promise<AiSimulator>>();

/** The AI provider that the fixtures' keys lead to. One per app; it ends with the process. */
function aiProviderOf(t: TestApp): Promise<AiSimulator> {
  const known = aiProviders.get(t) ?? startAiSimulator({ background: true });
  aiProviders.set(t, known);
  return known;
}

async function makePlatform(t: TestApp): Promise<TestTenant> {
  const platform = await t.tenant({ kind: "platform" });
  const set = await platform.api.put("/api/v1/admin/gateway/settings", {
    enabled: true,
    baseUrl: "http://127.0.0.1:9",
    secretKey: `key-${randomBytes(8).toString("hex")}`,
    callbackToken: `token-${randomBytes(8).toString("hex")}`,
  });
  if (set.status !== 200) throw new Error(`fixture gateway: ${set.text}`);
  return platform;
}

/** The tenant is an agency; with `platform` a platform's, which may do other things, and has none of what only agencies have. */
export async function makeFixture(t: TestApp, options: { platform?: boolean } = {}): Promise<Fixture> {
  const platform = await platformOf(t);
  const tenant = await t.tenant({ kind: options.platform === true ? "platform" : "agency" });
  const { api } = tenant;
  const templateName = "order_update";
  // Nobody listens there: deliveries end as failed attempts at once.
  const webhookUrl = "http://127.0.0.1:9/hook";

  async function expectOk<T>(what: string, answer: Promise<{ status: number; text: string; body: T }>): Promise<T> {
    const { status, text, body } = await answer;
    if (status !== 200) throw new Error(`fixture ${what}: ${status} ${text}`);
    return body;
  }

  async function channel(): Promise<{ id: string; externalId: string }> {
    const made = await t.channel(tenant);
    t.simulator.registerNumber({
      phoneNumberId: made.externalId,
      businessAccountId: `2${made.externalId.slice(1)}`,
      accessToken: `token-${made.externalId}`,
      displayPhoneNumber: "15550100100",
      callbackUrl: `${t.url}/callbacks/chat-app`,
      appSecret,
      templates: ["en", "de"].map((language) => ({
        name: templateName,
        language,
        category: "UTILITY",
        components: [{ type: "BODY", text: "Hello {{1}}, order {{2}} left." }],
      })) as never,
    });
    await expectOk("template sync", api.post(`/api/v1/channels/${made.id}/templates/sync`));
    return made;
  }

  const businessAccountId = `3${randomBytes(6).readUIntBE(0, 6).toString().padStart(15, "0")}`;
  const accounts = ["1", "2"].map((last) => `${businessAccountId}${last}`);
  for (const phoneNumberId of accounts) {
    t.simulator.registerNumber({
      phoneNumberId,
      businessAccountId,
      accessToken: `owner-${businessAccountId}`,
      displayPhoneNumber: `1555020${phoneNumberId.slice(-4)}`,
      callbackUrl: `${t.url}/callbacks/chat-app`,
      appSecret,
    });
  }
  const signUp = { code: () => t.simulator.signUp([businessAccountId]), account: accounts[0] as string };

  async function authorization(): Promise<string> {
    return (await expectOk("authorization", api.post("/api/v1/channels/authorizations", { kind: "chat_app" }))).id;
  }

  async function choosing(): Promise<string> {
    const id = await authorization();
    await expectOk("sign-up", api.post(`/api/v1/channels/authorizations/${id}/code`, { code: signUp.code() }));
    return id;
  }

  async function template(on: string): Promise<{ channel: string; id: string }> {
    const draft = { name: `t_${word()}`, language: "en", category: "UTILITY", components: [{ type: "BODY", text: "Hello" }] };
    const { id } = await expectOk("template", api.post(`/api/v1/channels/${on}/templates`, draft));
    // A decided one: it can be edited.
    const { config } = await expectOk("channel", api.get(`/api/v1/channels/${on}`));
    t.simulator.decideTemplate(config.businessAccountId, draft.name, "en", "REJECTED");
    await expectOk("template sync", api.post(`/api/v1/channels/${on}/templates/sync`));
    return { channel: on, id };
  }

  async function conversation(on: { externalId: string }): Promise<{ id: string; customer: string; contact: string; message: string }> {
    const customer = phone();
    const posted = await t.simulator.customer(customer, `Customer ${word()}`).sendText(on.externalId, "Hello there");
    if (posted.status !== 200) throw new Error(`fixture conversation: callback ${posted.status}`);
    await t.drain();
    const list = await expectOk("conversations", api.get("/api/v1/conversations?limit=100&sort=createdAt"));
    for (const item of list.data) {
      const messages = await expectOk("messages", api.get(`/api/v1/conversations/${item.id}/messages`));
      const found = messages.data.find((m: { from: string }) => m.from === customer);
      if (found !== undefined) return { id: item.id, customer, contact: item.contactId, message: found.id };
    }
    throw new Error("fixture conversation: not found");
  }

  const webhook = async () => (await expectOk("webhook", api.post("/api/v1/webhooks", { url: webhookUrl, events: ["*"] }))).id as string;
  const delivery = async (of: string) => ({
    webhook: of,
    id: (await expectOk("delivery", api.post(`/api/v1/webhooks/${of}/test`))).id as string,
  });
  const replay = async (of: string) => ({
    webhook: of,
    id: (
      await expectOk(
        "replay",
        api.post(`/api/v1/webhooks/${of}/replay`, { since: new Date(t.clock.now().getTime() - 3_600_000).toISOString() }),
      )
    ).id as string,
  });
  const contactField = async () =>
    (await expectOk("contact field", api.post("/api/v1/contact-fields", { key: `f_${word()}`, label: "A field", type: "text" })))
      .id as string;
  const ticketField = async () =>
    (await expectOk("ticket field", api.post("/api/v1/ticket-fields", { key: `f_${word()}`, label: "A field", type: "text" })))
      .id as string;
  const segment = async () =>
    (
      await expectOk(
        "segment",
        api.post("/api/v1/segments", { name: `Segment ${word()}`, rules: { rules: [{ field: "name", op: "exists" }] } }),
      )
    ).id as string;
  const contactImport = async () =>
    (
      await expectOk(
        "import",
        api.post("/api/v1/contacts/imports", {
          csv: `name,tags\nImported ${word()},fixture\nImported ${word()},\n`,
          mapping: { name: "name", tags: "tags" },
        }),
      )
    ).id as string;
  const contactExport = async () => (await expectOk("export", api.post("/api/v1/contacts/exports", { fields: ["name"] }))).id as string;
  /** Asked for by an owner, whom a key cannot stand for. */
  const organizationExport = async () => {
    const uuid = t.app.ids.uuid();
    await withClient(t.database.admin, (admin) =>
      admin.query(
        `insert into organization_exports (tenant_id, id, include_media, state, run_at, created_by, created_at, began_at, finished_at)
         values ($1, $2, true, 'expired', now(), 'agt_x', now(), now(), now())`,
        [tenant.id, uuid],
      ),
    );
    return wireId("oex", uuid) as string;
  };
  const faqImport = async () =>
    (await expectOk("FAQ import", api.post("/api/v1/knowledge/faqs/imports", { csv: `question,answer\nQuestion ${word()}?,Yes.\n,No.\n` })))
      .id as string;
  const draftBroadcast = async () =>
    (
      await expectOk(
        "broadcast",
        api.post("/api/v1/broadcasts", {
          title: `Broadcast ${word()}`,
          channelId: mainChannel.id,
          messageContent: { name: templateName, language: "en", variables: ["Ada", "2291"] },
          targetAudience: { contactIds: [first.contact] },
          scheduledAt: new Date(t.clock.now().getTime() + 86_400_000).toISOString(),
        }),
      )
    ).id as string;
  /** Two contacts of the tenant as recipients, one of them failed. */
  const seedRecipients = (id: string) =>
    withClient(t.database.admin, async (admin) => {
      const values = [tenant.id, parseWireId("brd", id)];
      await admin.query(
        `insert into broadcast_recipients (tenant_id, broadcast_id, n, contact_id, zone, status, reason, message_id, round)
         select $1, $2, 1000000 + c.place, c.id, '', 'failed', 'provider_error',
                (select m.id from messages m where m.tenant_id = $1 and c.place = 1
                   and not exists (select from broadcast_recipients o where o.tenant_id = $1 and o.message_id = m.id) limit 1), 1
           from (select c.id, row_number() over (order by c.id) as place from contacts c where c.tenant_id = $1 order by c.id limit 2) c`,
        values,
      );
      await admin.query(
        "insert into broadcast_counts (tenant_id, broadcast_id, status, reason, count) values ($1, $2, 'failed', 'provider_error', 2)",
        values,
      );
    });
  const broadcast = async () => {
    await expectOk("contact", api.post("/api/v1/contacts", { name: `Recipient ${word()}` }));
    const id = await draftBroadcast();
    await seedRecipients(id);
    return id;
  };
  const sendingBroadcast = async () => {
    const id = await draftBroadcast();
    await expectOk("broadcast", api.post(`/api/v1/broadcasts/${id}/send`));
    return id;
  };
  const pausedBroadcast = async () => {
    const id = await sendingBroadcast();
    await expectOk("broadcast", api.post(`/api/v1/broadcasts/${id}/pause`));
    await seedRecipients(id);
    return id;
  };
  const doomedContact = async () => (await expectOk("contact", api.post("/api/v1/contacts", { name: `Doomed ${word()}` }))).id as string;
  const privacyRequest = async () =>
    (await expectOk("privacy request", api.post(`/api/v1/contacts/${await doomedContact()}/export`))).id as string;
  const draftFlow = async () =>
    (
      await expectOk(
        "flow",
        api.post("/api/v1/flows", { name: `Flow ${word()}`, trigger: { type: "manual" }, steps: [{ type: "wait", seconds: 86_400 }] }),
      )
    ).id as string;
  const activeFlow = async () => {
    const id = await draftFlow();
    await expectOk("flow", api.post(`/api/v1/flows/${id}/activate`));
    return id;
  };
  const hookedFlow = async () => {
    const id = await draftFlow();
    const trigger = { type: "webhook", contactBy: "phone", contactFrom: "body.phone" };
    await expectOk("flow", api.patch(`/api/v1/flows/${id}`, { trigger }));
    await expectOk("address of a flow", api.post(`/api/v1/flows/${id}/webhook`));
    return id;
  };
  const runOf = async (id: string) => {
    const contact = await expectOk("contact", api.post("/api/v1/contacts", { name: `In a flow ${word()}` }));
    return (await expectOk("flow run", api.post(`/api/v1/flows/${id}/runs`, { contactId: contact.id }))).id as string;
  };
  const flow = async () => {
    const id = await activeFlow();
    await runOf(id);
    await runOf(id);
    await expectOk("flow", api.patch(`/api/v1/flows/${id}`, { oncePerContact: true }));
    await expectOk("flow", api.post(`/api/v1/flows/${id}/deactivate`));
    return id;
  };
  const flowRun = async () => runOf(await activeFlow());
  const flowSecret = async () =>
    (await expectOk("flow secret", api.post("/api/v1/flow-secrets", { name: `S_${word().toUpperCase()}`, value: "a long secret value" })))
      .id as string;
  const note = async (of: string) =>
    (await expectOk("note", api.post(`/api/v1/conversations/${of}/notes`, { text: `Note ${word()}` }))).id as string;
  const member = async () => {
    const made = await t.app.tenants.createUser({
      email: `${word()}@example.com`,
      password: `correct horse ${word()}`,
      tenantId: tenant.id,
      role: "agent",
    });
    return wireId("usr", made.userId) as string;
  };

  const invitation = async () =>
    (await expectOk("invitation", api.post("/api/v1/invitations", { email: `${word()}@example.com`, role: "agent" }))).id as string;
  const labelName = `Label ${word()}`;
  const label = async (name = `Label ${word()}`) => (await expectOk("label", api.post("/api/v1/labels", { name }))).id as string;
  const view = async () =>
    (await expectOk("view", api.post("/api/v1/views", { name: `View ${word()}`, visibility: "shared", filters: {} }))).id as string;
  const cannedReply = async () =>
    (
      await expectOk(
        "canned reply",
        api.post("/api/v1/canned-replies", { shortcut: word(), title: "Hello", content: "Hello {{contact.name|you}}" }),
      )
    ).id as string;
  const slaPolicy = async () =>
    (
      await expectOk(
        "SLA policy",
        api.post("/api/v1/sla-policies", { name: `Policy ${word()}`, targets: { medium: { firstResponseMinutes: 60 } } }),
      )
    ).id as string;
  const macro = async () =>
    (
      await expectOk(
        "macro",
        api.post("/api/v1/macros", {
          name: `Macro ${word()}`,
          visibility: "shared",
          actions: [{ type: "add_note", text: `Ran ${word()}` }],
        }),
      )
    ).id as string;
  const notification = async () => {
    await expectOk("note", api.post(`/api/v1/conversations/${first.id}/notes`, { text: `Look ${word()}`, mentions: [resources.member] }));
    return (await expectOk("notifications", api.get(`/api/v1/notifications?memberId=${resources.member}`))).data[0].id as string;
  };
  const category = async (parentId: string | null = null) =>
    (await expectOk("category", api.post("/api/v1/knowledge/categories", { name: `Category ${word()}`, parentId }))).id as string;
  const knowledgeSource = async (categoryId: string | null = null) =>
    (
      await expectOk(
        "knowledge source",
        api.post("/api/v1/knowledge/sources", {
          name: `Source ${word()}`,
          kind: "text",
          text: `# Returns\n\nAn item may be returned. ${word()}`,
          categoryId,
        }),
      )
    ).id as string;
  const faq = async (categoryId: string | null = null) =>
    (
      await expectOk(
        "faq",
        api.post("/api/v1/knowledge/faqs", {
          question: `How long may I return item ${word()}?`,
          answer: "For 30 days.",
          language: "en",
          categoryId,
        }),
      )
    ).id as string;
  const unanswered = async () => {
    await expectOk("search", api.get(`/api/v1/knowledge/search?q=zz${word().replace(/[0-9]/g, "q")}`));
    return (await expectOk("unanswered", api.get("/api/v1/knowledge/unanswered?limit=1"))).data[0].id as string;
  };

  const division = async () =>
    (await expectOk("division", api.post("/api/v1/agents/divisions", { name: `Division ${word()}` }))).id as string;

  const mainChannel = await channel();
  const first = await conversation(mainChannel);
  const sendText = async (to: string) =>
    (
      await expectOk(
        "message",
        api.post("/api/v1/messages", { channelId: mainChannel.id, to, type: "text", text: "Hello back" }, { "idempotency-key": word() }),
      )
    ).id as string;

  const pipeline = async () => (await expectOk("pipeline", api.post("/api/v1/pipelines", { name: `Pipeline ${word()}` }))).id as string;
  const ownPipeline = await pipeline();
  // One that may become won or go: the pipeline has others that are open.
  const stage = async () => ({
    pipeline: ownPipeline,
    id: (await expectOk("stage", api.post(`/api/v1/pipelines/${ownPipeline}/stages`, { name: `Stage ${word()}` }))).id as string,
  });
  const inboxThings = { contactId: first.contact, conversationId: first.id };
  const deal = async () => {
    const { stages } = await expectOk("pipeline", api.get(`/api/v1/pipelines/${ownPipeline}`));
    const fields = { title: `Deal ${word()}`, ...inboxThings, ownerId: owner, stageId: stages[0].id, amount: 10.5, currency: "EUR" };
    const { id } = await expectOk("deal", api.post("/api/v1/deals", fields));
    await expectOk("deal", api.patch(`/api/v1/deals/${id}`, { stageId: stages[1].id }));
    return id as string;
  };
  const order = async () =>
    (
      await expectOk(
        "order",
        api.post("/api/v1/orders", { ...inboxThings, currency: "EUR", items: [{ name: "Desk", quantity: 1, unitPrice: 10 }] }),
      )
    ).id as string;
  const ticketCategory = async () =>
    (await expectOk("category", api.post("/api/v1/ticket-categories", { name: `Category ${word()}` }))).id as string;
  const ticket = async () => {
    const fields = { subject: `Ticket ${word()}`, ...inboxThings, assigneeId: owner };
    const { id } = await expectOk("ticket", api.post("/api/v1/tickets", fields));
    await expectOk("comment", api.post(`/api/v1/tickets/${id}/comments`, { text: `Comment ${word()}` }));
    return id as string;
  };
  const closedTicket = async () => {
    const id = await ticket();
    for (const status of ["resolved", "closed"]) await expectOk("ticket", api.patch(`/api/v1/tickets/${id}`, { status }));
    return id;
  };
  const chatbot = async () => {
    const channelIds = [(await channel()).id];
    return (await expectOk("chatbot", api.post("/api/v1/chatbots", { name: `Bot ${word()}`, channelIds }))).id as string;
  };
  const chatbotTurn = async (of?: string) => {
    const made = of ?? (await chatbot());
    return withClient(t.database.admin, async (admin) => {
      await admin.query(
        `insert into chatbot_sessions (tenant_id, conversation_id, chatbot_id, epoch, heard, pending, began_at, state, run_at, burst_at)
         select $1, $2, $3, 1, 1, '{}', now(), 'idle', now(), now() on conflict do nothing`,
        [tenant.id, parseWireId("conv", first.id), parseWireId("bot", made)],
      );
      const { rows } = await admin.query<{ id: string }>(
        `insert into chatbot_turns (tenant_id, id, chatbot_id, chatbot_version, conversation_id, epoch, decision, inbound_ids, trace, began_at, created_at)
         select $1, gen_random_uuid(), $3, 1, $2, 1, 'silenced', '{}', '{"steps": [], "passages": [], "question": null, "language": null}', now(), now()
         returning id`,
        [tenant.id, parseWireId("conv", first.id), parseWireId("bot", made)],
      );
      return wireId("btn", (rows[0] as { id: string }).id) as string;
    });
  };
  const chatbotEvaluation = async (of?: string) => {
    const cases = [{ name: `Case ${word()}`, message: "I want to talk to a human", expect: { decision: "handed_over" } }];
    const place = `/api/v1/chatbots/${of ?? (await chatbot())}/evaluations`;
    return (await expectOk("evaluation", api.post(place, { name: `Suite ${word()}`, cases }))).id as string;
  };
  const chatbotEvaluationRun = async (of?: string) => {
    const { id } = await expectOk("run", api.post(`/api/v1/chatbot-evaluations/${of ?? (await chatbotEvaluation())}/runs`, {}));
    await t.drain();
    return id as string;
  };
  const botConversation = async () => {
    const on = await channel();
    await expectOk("chatbot", api.post("/api/v1/chatbots", { name: `Bot ${word()}`, isActive: true, channelIds: [on.id] }));
    return (await conversation(on)).id;
  };
  const owner = await member();
  const firstWebhook = await webhook();
  const make: { [K in Kind]: () => Promise<Resources[K]> } = {
    channel: async () => (await channel()).id,
    contact: async () => (await expectOk("contact", api.post("/api/v1/contacts", { name: `Contact ${word()}`, phone: `+${phone()}` }))).id,
    conversation: async () => (await conversation(mainChannel)).id,
    message: () => sendText(first.customer),
    note: () => note(first.id),
    channelAuthorization: authorization,
    choosingAuthorization: choosing,
    template: () => template(mainChannel.id),
    apiKey: async () => (await expectOk("api key", api.post("/api/v1/api-keys", { name: `Key ${word()}`, scopes: ["contacts:read"] }))).id,
    webhook,
    delivery: async () => delivery(await webhook()),
    replay: async () => replay(await webhook()),
    event: async () => (await expectOk("events", api.get("/api/v1/events?after="))).data[0].id,
    member,
    invitation,
    media: async () => (await expectOk("media", api.post("/api/v1/media", { url: `${t.url}/health/live`, filename: `${word()}.txt` }))).id,
    organization: async () => wireId("org", tenant.id),
    label: () => label(),
    view,
    cannedReply,
    slaPolicy,
    macro,
    chatbot,
    chatbotTurn: () => chatbotTurn(),
    chatbotEvaluation: () => chatbotEvaluation(),
    chatbotEvaluationRun: () => chatbotEvaluationRun(),
    botConversation,
    notification,
    knowledgeCategory: () => category(),
    knowledgeSource: () => knowledgeSource(),
    faq: () => faq(),
    knowledgeQuestion: unanswered,
    app: async () => (await expectOk("app", api.get("/api/v1/billing/balance"))).appId,
    subscription: async () => {
      // Of a tenant with its own key only: a platform's sees all of them.
      const organizationId = wireId("org", tenant.id);
      const list = await expectOk("subscriptions", api.get("/api/v1/admin/subscriptions?limit=100"));
      return list.data.find((item: { organizationId: string }) => item.organizationId === organizationId).id;
    },
    paymentRequest: async () => {
      const made = await expectOk("payment request", api.post("/api/v1/billing/payment-requests", { amount: 5 }));
      return made.id;
    },
    queue: async () => "inbound",
    price: async () =>
      (await expectOk("price", platform.api.post("/api/v1/admin/billing/pricing", { modelName: `model-${word()}`, costPerRequest: 0.5 })))
        .id,
    pipeline,
    stage,
    deal,
    order,
    ticket,
    closedTicket,
    ticketCategory,
    contactField,
    ticketField,
    segment,
    contactImport: () => contactImport(),
    runningImport: () => contactImport(),
    contactExport,
    broadcast,
    sendingBroadcast,
    pausedBroadcast,
    doomedContact,
    privacyRequest,
    flow,
    activeFlow,
    hookedFlow,
    flowRun,
    flowSecret,
    division,
    agencyClient: () => agencyClient(),
    agencyGrant: () => agencyGrant(),
    agencyDomain: () => agencyDomain(),
    signupForm: () => signupForm(),
    formSubmission: () => formSubmission(),
    landingPage: () => landingPage(),
    aiKey: () => aiKey(),
    organizationExport,
    agencySnapshot: () => agencySnapshot(),
    faqImport: () => faqImport(),
    runningFaqImport: () => faqImport(),
  };

  const isAgency = options.platform !== true;
  /** Asked for by agencies that nobody has, as often as one likes. */
  const agencyGrant = async () => {
    const uuid = t.app.ids.uuid();
    await withClient(t.database.admin, (admin) =>
      admin.query(
        `insert into agency_grants (tenant_id, id, agency_id, agency_name, scopes, status, requested_by, created_at, updated_at)
         values ($1, $2, gen_random_uuid(), 'Some agency', '{contacts:read}', 'pending', 'key_x', now(), now())`,
        [tenant.id, uuid],
      ),
    );
    return wireId("grn", uuid) as string;
  };
  const agencyClient = async () => {
    const grant = { scopes: ["contacts:read", "labels:read", "labels:write"] };
    const made = { name: `Client ${word()}`, ownerEmail: `${word()}@example.com`, grant };
    return (await expectOk("client", api.post("/api/v1/agencies/current/clients", made))).id as string;
  };
  /** The client of `resources` has a second one to list. */
  const agencyGrantOfClient = async () => {
    await withClient(t.database.admin, (admin) =>
      admin.query(
        `insert into agency_grants (tenant_id, id, agency_id, agency_name, scopes, status, requested_by, created_at, updated_at)
         values ($1, gen_random_uuid(), $2, 'This agency', '{contacts:read}', 'refused', 'key_x', now(), now())`,
        [parseWireId("org", resources.agencyClient), tenant.id],
      ),
    );
  };
  /** What its clients have used. */
  const monthsOfClients = () =>
    withClient(t.database.admin, (admin) =>
      admin.query(
        `insert into agency_client_months (tenant_id, client_id, month, cost)
         select tenant_id, client_id, '2026-01-01', 1 from agency_clients where tenant_id = $1`,
        [tenant.id],
      ),
    );
  const agencyDomain = async () =>
    (await expectOk("domain", api.post("/api/v1/agencies/current/domains", { hostname: `${word()}.agency.example` }))).id as string;

  const agencySnapshot = async () => {
    const made = { name: `Snapshot ${word()}`, snapshot: { version: 1, parts: { labels: [{ name: `Label ${word()}` }] } } };
    return (await expectOk("snapshot", api.post("/api/v1/agencies/current/snapshots", made))).id as string;
  };
  const signupForm = async () => {
    const made = {
      slug: `form-${word()}`,
      title: "Talk to us",
      fields: [{ key: "email", label: "E-mail", type: "email", required: true }],
      target: { kind: "create_contact" },
    };
    return (await expectOk("form", api.post("/api/v1/agencies/current/signup-forms", made))).id as string;
  };
  const landingPage = async () => {
    const made = { slug: `page-${word()}`, title: "Welcome", blocks: [{ type: "text", text: "Hello" }] };
    return (await expectOk("page", api.post("/api/v1/agencies/current/landing-pages", made))).id as string;
  };
  /** Without its form's three seconds of waiting. */
  const formSubmission = async () => {
    const uuid = t.app.ids.uuid();
    await withClient(t.database.admin, (admin) =>
      admin.query(
        `insert into form_submissions (tenant_id, id, form_id, form_slug, form_title, answers, target, status, nonce, fingerprint, created_at, updated_at)
         values ($1, $2::uuid, $3, 'talk', 'Talk to us', '[{"key": "email", "label": "E-mail", "type": "email", "value": "ada@example.com"}]',
           '{"kind": "create_contact"}', 'new', decode(md5(($2::uuid)::text), 'hex'), '', now(), now())`,
        [tenant.id, uuid, parseWireId("frm", resources.signupForm)],
      ),
    );
    return wireId("fsb", uuid) as string;
  };
  const provider = await aiProviderOf(t);
  const aiKey = async () =>
    (
      await expectOk(
        "AI key",
        api.post("/api/v1/ai/keys", {
          provider: "openai_compatible",
          name: `Key ${word()}`,
          apiKey: `sk-${word()}${word()}`,
          baseUrl: provider.baseUrls.openai_compatible,
          models: ["small-model"],
        }),
      )
    ).id as string;

  const mainCategory = await category();
  const mainBot = await chatbot();
  const mainEvaluation = await chatbotEvaluation(mainBot);
  const resources: Resources = {
    channel: mainChannel.id,
    contact: first.contact,
    conversation: first.id,
    message: await sendText(first.customer),
    note: await make.note(),
    channelAuthorization: await authorization(),
    choosingAuthorization: await choosing(),
    template: await make.template(),
    apiKey: await make.apiKey(),
    webhook: firstWebhook,
    delivery: await delivery(firstWebhook),
    replay: await replay(firstWebhook),
    event: await make.event(),
    member: await member(),
    invitation: await invitation(),
    media: await make.media(),
    organization: wireId("org", tenant.id),
    label: await label(labelName),
    view: await view(),
    cannedReply: await cannedReply(),
    slaPolicy: await slaPolicy(),
    macro: await macro(),
    notification: "",
    knowledgeCategory: mainCategory,
    knowledgeSource: await knowledgeSource(mainCategory),
    faq: await faq(mainCategory),
    knowledgeQuestion: await unanswered(),
    app: await make.app(),
    subscription: await make.subscription(),
    paymentRequest: await make.paymentRequest(),
    price: await make.price(),
    pipeline: ownPipeline,
    stage: await stage(),
    deal: await deal(),
    order: await order(),
    ticket: await ticket(),
    closedTicket: await closedTicket(),
    ticketCategory: await ticketCategory(),
    contactField: await contactField(),
    ticketField: await ticketField(),
    segment: await segment(),
    contactImport: await contactImport(),
    runningImport: "",
    contactExport: await contactExport(),
    broadcast: await broadcast(),
    sendingBroadcast: "",
    pausedBroadcast: await pausedBroadcast(),
    doomedContact: await doomedContact(),
    privacyRequest: await privacyRequest(),
    flow: await flow(),
    activeFlow: await activeFlow(),
    hookedFlow: await hookedFlow(),
    flowRun: await flowRun(),
    flowSecret: await flowSecret(),
    division: await division(),
    queue: "inbound",
    agencyClient: isAgency ? await agencyClient() : unknownId("org"),
    agencyGrant: await agencyGrant(),
    agencyDomain: isAgency ? await agencyDomain() : unknownId("dom"),
    signupForm: isAgency ? await signupForm() : unknownId("frm"),
    formSubmission: unknownId("fsb"),
    landingPage: isAgency ? await landingPage() : unknownId("lpg"),
    chatbot: mainBot,
    chatbotTurn: await chatbotTurn(mainBot),
    chatbotEvaluation: mainEvaluation,
    chatbotEvaluationRun: await chatbotEvaluationRun(mainEvaluation),
    botConversation: await botConversation(),
    aiKey: await aiKey(),
    organizationExport: await organizationExport(),
    agencySnapshot: isAgency ? await agencySnapshot() : unknownId("snp"),
    faqImport: await faqImport(),
    runningFaqImport: "",
  };
  if (isAgency) {
    resources.formSubmission = await formSubmission();
    await formSubmission();
    await signupForm();
    await landingPage();
  }
  await agencyGrant();
  if (isAgency) {
    await agencyClient();
    await agencyDomain();
    await agencySnapshot();
    for (const _ of [1, 2]) await agencyGrantOfClient();
    await monthsOfClients();
  }
  // Two answers of a customer who was asked how it was.
  await withClient(t.database.admin, (admin) =>
    admin.query(
      `insert into csat_surveys (tenant_id, id, conversation_id, assignee_id, resolved_at, message_id, rating, answered_at, created_at)
       select $1, gen_random_uuid(), $2, $3, now() - n * interval '1 hour', $4, n, now() - n * interval '1 minute', now() from generate_series(1, 2) n`,
      [tenant.id, parseWireId("conv", first.id), parseWireId("usr", owner), parseWireId("msg", resources.message)],
    ),
  );
  resources.notification = await notification();
  // For the platform's list.
  await withClient(t.database.admin, (admin) =>
    admin.query(
      `insert into organization_erasures (tenant_id, id, state, run_at, erases_at, step, requested_by, created_at)
       select $1, gen_random_uuid(), 'cancelled', now(), now(), 'waiting', 'agt_x', now() - n * interval '1 minute' from generate_series(1, 2) n`,
      [tenant.id],
    ),
  );
  // Lists have a second page.
  for (const kind of [
    "label",
    "view",
    "cannedReply",
    "slaPolicy",
    "macro",
    "notification",
    "conversation",
    "division",
    "chatbot",
    "aiKey",
    "organizationExport",
    "faqImport",
    "flowSecret",
  ] as const)
    await make[kind]();
  await chatbotTurn(mainBot);
  await chatbotEvaluation(mainBot);
  await chatbotEvaluationRun(mainEvaluation);
  for (let i = 0; i < 2; i++) await expectOk("AI request", api.post("/api/v1/ai/assist/rewrite", { text: "ok", style: "friendlier" }));
  for (const priority of ["high", "medium"])
    await expectOk("activity", api.patch(`/api/v1/conversations/${first.id}`, { priority, labels: [labelName] }));
  // A category within another, a source from a file.
  await category(mainCategory);
  await expectOk("file source", api.post("/api/v1/knowledge/sources", { name: "File", kind: "file", mediaId: resources.media }));
  for (let i = 0; i < 2; i++) {
    const credit = { amount: 10, reason: "Fixture" };
    await expectOk("credit", platform.api.post(`/api/v1/admin/billing/organizations/${wireId("org", tenant.id)}/credits`, credit));
    await make.paymentRequest();
    await make.price();
  }
  await withClient(t.database.admin, (admin) =>
    admin.query("insert into usage_months (tenant_id, month) values ($1, '2020-01-01'), ($1, '2020-02-01')", [tenant.id]),
  );
  await t.drain();
  resources.runningImport = await contactImport();
  resources.runningFaqImport = await faqImport();
  resources.sendingBroadcast = await sendingBroadcast();
  const email = `${word()}@example.com`;
  await expectOk("contact", api.patch(`/api/v1/contacts/${resources.contact}`, { email }));
  const another = async (fields: object) => (await expectOk("contact", api.post("/api/v1/contacts", fields))).id as string;
  const lookalikes: [string, string] = [await another({ email }), await another({ email })];
  for (let i = 0; i < 2; i++) {
    const contactId = await another({ name: `Merged ${word()}` });
    await expectOk("merge", api.post(`/api/v1/contacts/${resources.contact}/merge`, { contactId }));
  }
  const spareContacts = await Promise.all(Array.from({ length: 20 }, () => another({ name: `Spare ${word()}` })));
  await expectOk("reconnect", api.post(`/api/v1/channels/${mainChannel.id}/reconnect`, {}));
  await t.settle();
  return {
    url: t.url,
    tenant,
    api,
    resources,
    customer: first.customer,
    templateName,
    lookalikes,
    spareContacts,
    signUp,
    fresh: (kind) => make[kind](),
  };
}
