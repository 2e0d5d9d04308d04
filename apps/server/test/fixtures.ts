/**
 * One tenant with something of every resource, made through the API, for the tests that walk all routes. `fresh` makes
 * another of a kind, for routes that use theirs up. How each kind is made: fixture-*.ts beside this, by area.
 */
import { parseWireId, wireId } from "../src/platform/ids/ids.ts";
import { addClientHistory, agencyMakers } from "./fixture-agencies.ts";
import { chatbotMakers, flowMakers, knowledgeMakers } from "./fixture-automation.ts";
import { channelMakers, templateName } from "./fixture-channels.ts";
import { contactMakers } from "./fixture-contacts.ts";
import { inboxMakers } from "./fixture-inbox.ts";
import type { Kind, Resources } from "./fixture-kinds.ts";
import { organizationMakers } from "./fixture-organization.ts";
import { startStage, word } from "./fixture-stage.ts";
import { pipelineOf, workMakers } from "./fixture-work.ts";
import { type Api, type TestApp, type TestTenant, unknownId } from "./harness.ts";

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

/** The tenant is an agency; with `platform` a platform's, which may do other things, and has none of what only agencies have. */
export async function makeFixture(t: TestApp, options: { platform?: boolean } = {}): Promise<Fixture> {
  const isAgency = options.platform !== true;
  const stage = await startStage(t, isAgency ? "agency" : "platform");
  const { tenant, api, platform, expectOk, sql } = stage;

  const channels = channelMakers(stage);
  const organization = organizationMakers(stage);
  const channel = await channels.channel();
  const main = {
    channel,
    conversation: await channels.conversation(channel),
    pipeline: await pipelineOf(stage),
    owner: await organization.member(),
  };
  const make = {
    ...organization,
    ...inboxMakers(stage, channels, main),
    ...contactMakers(stage, main),
    ...flowMakers(stage),
    ...chatbotMakers(stage, channels, main),
    ...knowledgeMakers(stage),
    ...workMakers(stage, main),
    ...agencyMakers(stage),
    pipeline: () => pipelineOf(stage),
  };

  const webhook = await make.webhook();
  const labelName = `Label ${word()}`;
  const category = await make.knowledgeCategory();
  const bot = await make.chatbot();
  const evaluation = await make.chatbotEvaluation(bot);
  const resources: Resources = {
    channel: main.channel.id,
    contact: main.conversation.contact,
    conversation: main.conversation.id,
    message: await make.message(),
    note: await make.note(),
    channelAuthorization: await make.channelAuthorization(),
    choosingAuthorization: await make.choosingAuthorization(),
    template: await make.template(),
    apiKey: await make.apiKey(),
    webhook,
    delivery: await make.delivery(webhook),
    replay: await make.replay(webhook),
    event: await make.event(),
    member: await make.member(),
    invitation: await make.invitation(),
    media: await make.media(),
    organization: await make.organization(),
    label: await make.label(labelName),
    view: await make.view(),
    cannedReply: await make.cannedReply(),
    slaPolicy: await make.slaPolicy(),
    macro: await make.macro(),
    notification: "",
    knowledgeCategory: category,
    knowledgeSource: await make.knowledgeSource(category),
    faq: await make.faq(category),
    knowledgeQuestion: await make.knowledgeQuestion(),
    app: await make.app(),
    subscription: await make.subscription(),
    paymentRequest: await make.paymentRequest(),
    price: await make.price(),
    pipeline: main.pipeline,
    stage: await make.stage(),
    deal: await make.deal(),
    order: await make.order(),
    ticket: await make.ticket(),
    closedTicket: await make.closedTicket(),
    ticketCategory: await make.ticketCategory(),
    contactField: await make.contactField(),
    ticketField: await make.ticketField(),
    segment: await make.segment(),
    contactImport: await make.contactImport(),
    runningImport: "",
    contactExport: await make.contactExport(),
    broadcast: await make.broadcast(),
    sendingBroadcast: "",
    pausedBroadcast: await make.pausedBroadcast(),
    doomedContact: await make.doomedContact(),
    privacyRequest: await make.privacyRequest(),
    flow: await make.flow(),
    activeFlow: await make.activeFlow(),
    hookedFlow: await make.hookedFlow(),
    flowRun: await make.flowRun(),
    flowSecret: await make.flowSecret(),
    division: await make.division(),
    queue: await make.queue(),
    agencyClient: isAgency ? await make.agencyClient() : unknownId("org"),
    agencyGrant: await make.agencyGrant(),
    agencyLinkRequest: isAgency ? await make.agencyLinkRequest() : unknownId("lnk"),
    agencyDomain: isAgency ? await make.agencyDomain() : unknownId("dom"),
    signupForm: isAgency ? await make.signupForm() : unknownId("frm"),
    formSubmission: unknownId("fsb"),
    landingPage: isAgency ? await make.landingPage() : unknownId("lpg"),
    chatbot: bot,
    chatbotTurn: await make.chatbotTurn(bot),
    chatbotEvaluation: evaluation,
    chatbotEvaluationRun: await make.chatbotEvaluationRun(evaluation),
    botConversation: await make.botConversation(),
    aiKey: await make.aiKey(),
    organizationExport: await make.organizationExport(),
    agencySnapshot: isAgency ? await make.agencySnapshot() : unknownId("snp"),
    faqImport: await make.faqImport(),
    runningFaqImport: "",
  };
  const another: { [K in Kind]: () => Promise<Resources[K]> } = {
    ...make,
    notification: () => make.notification(resources.member),
    formSubmission: () => make.formSubmission(resources.signupForm),
  };

  await make.agencyGrant();
  if (isAgency) {
    resources.formSubmission = await another.formSubmission();
    for (const kind of ["formSubmission", "signupForm", "landingPage", "agencyClient", "agencyDomain", "agencySnapshot"] as const)
      await another[kind]();
    await addClientHistory(stage, resources.agencyClient);
  }
  // Two answers of a customer who was asked how it was.
  await sql(
    `insert into csat_surveys (tenant_id, id, conversation_id, assignee_id, resolved_at, message_id, rating, answered_at, created_at)
     select $1, gen_random_uuid(), $2, $3, now() - n * interval '1 hour', $4, n, now() - n * interval '1 minute', now() from generate_series(1, 2) n`,
    [tenant.id, parseWireId("conv", main.conversation.id), parseWireId("usr", main.owner), parseWireId("msg", resources.message)],
  );
  resources.notification = await another.notification();
  // For the platform's list.
  await sql(
    `insert into organization_erasures (tenant_id, id, state, run_at, erases_at, step, requested_by, created_at)
     select $1, gen_random_uuid(), 'cancelled', now(), now(), 'waiting', 'agt_x', now() - n * interval '1 minute' from generate_series(1, 2) n`,
    [tenant.id],
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
    await another[kind]();
  await make.chatbotTurn(bot);
  await make.chatbotEvaluation(bot);
  await make.chatbotEvaluationRun(evaluation);
  for (let i = 0; i < 2; i++) await expectOk("AI request", api.post("/api/v1/ai/assist/rewrite", { text: "ok", style: "friendlier" }));
  for (const priority of ["high", "medium"])
    await expectOk("activity", api.patch(`/api/v1/conversations/${main.conversation.id}`, { priority, labels: [labelName] }));
  // A category within another, a source from a file.
  await make.knowledgeCategory(category);
  await expectOk("file source", api.post("/api/v1/knowledge/sources", { name: "File", kind: "file", mediaId: resources.media }));
  for (let i = 0; i < 2; i++) {
    const credit = { amount: 10, reason: "Fixture" };
    await expectOk("credit", platform.api.post(`/api/v1/admin/billing/organizations/${wireId("org", tenant.id)}/credits`, credit));
    await make.paymentRequest();
    await make.price();
  }
  await sql("insert into usage_months (tenant_id, month) values ($1, '2020-01-01'), ($1, '2020-02-01')", [tenant.id]);
  await t.drain();
  resources.runningImport = await make.runningImport();
  resources.runningFaqImport = await make.runningFaqImport();
  resources.sendingBroadcast = await make.sendingBroadcast();
  const email = `${word()}@example.com`;
  await expectOk("contact", api.patch(`/api/v1/contacts/${resources.contact}`, { email }));
  const lookalikes: [string, string] = [await make.contactOf({ email }), await make.contactOf({ email })];
  for (let i = 0; i < 2; i++) {
    const contactId = await make.contactOf({ name: `Merged ${word()}` });
    await expectOk("merge", api.post(`/api/v1/contacts/${resources.contact}/merge`, { contactId }));
  }
  const spareContacts = await Promise.all(Array.from({ length: 20 }, () => make.contactOf({ name: `Spare ${word()}` })));
  await expectOk("reconnect", api.post(`/api/v1/channels/${main.channel.id}/reconnect`, {}));
  await t.settle();
  return {
    url: t.url,
    tenant,
    api,
    resources,
    customer: main.conversation.customer,
    templateName,
    lookalikes,
    spareContacts,
    signUp: channels.signUp,
    fresh: (kind) => another[kind](),
  };
}
