/** A valid request for each operation. */
import { randomBytes } from "node:crypto";
import type { Fixture } from "../fixtures/fixtures.ts";
import { type Operation, Uncovered } from "./route-operations.ts";
import { nestedPlace, parentKinds, placesOf } from "./route-places.ts";

const word = () => randomBytes(4).toString("hex");
const digits = () => randomBytes(6).readUIntBE(0, 6).toString().padStart(15, "1");

/** For a resource that is mounted at two paths. */
function both<T>(id: string, value: T): Record<string, T> {
  return { [id]: value, [`${id}InManagement`]: value };
}

/** Valid bodies, where the document's example could not be used twice or contains ids that do not exist. */
const bodies: Record<string, (fixture: Fixture) => Record<string, unknown>> = {
  uploadMedia: (f) => ({ url: `${f.url}/health/live` }),
  sendMessage: (f) => ({ channelId: f.resources.channel, to: f.customer, type: "text", text: "Hello" }),
  createChannel: () => {
    const id = digits();
    return {
      kind: "chat_app",
      name: "Another",
      config: { phoneNumberId: id, businessAccountId: id, accessToken: "t", appSecret: "s", verifyToken: "v" },
    };
  },
  startChannelAuthorization: () => ({ kind: "chat_app", name: `Channel ${word()}` }),
  completeChannelAuthorization: (f) => ({ externalId: f.signUp.account }),
  exchangeChannelAuthorizationCode: (f) => ({ code: f.signUp.code() }),
  createTemplate: () => ({
    name: `t_${word()}`,
    language: "en",
    category: "UTILITY",
    components: [{ type: "BODY", text: "Order {{1}} has left.", example: { body_text: [["2291"]] } }],
  }),
  previewTemplate: () => ({ variables: [] }),
  uploadTemplateSample: (f) => ({ mediaId: f.resources.picture }),
  updateChannel: () => ({ name: `Channel ${word()}` }),
  createContact: () => ({ name: `Contact ${word()}` }),
  updateContact: () => ({ name: `Contact ${word()}` }),
  mergeContact: (f) => ({ contactId: f.spareContacts.pop() }),
  dismissMergeSuggestion: (f) => ({ contactId: f.spareContacts[0] }),
  updateConversations: (f) => ({ ids: [f.resources.conversation], addLabels: [`Label ${word()}`] }),
  createLabel: () => ({ name: `Label ${word()}` }),
  updateLabel: () => ({ name: `Label ${word()}` }),
  createSlaPolicy: () => ({ name: `Policy ${word()}`, targets: { low: { resolutionMinutes: 60 } } }),
  createCannedReply: () => ({ shortcut: word(), title: "Hello", content: "Hello" }),
  renderCannedReply: (f) => ({ conversationId: f.resources.conversation }),
  runMacro: (f) => ({ conversationId: f.resources.conversation }),
  readNotifications: (f) => ({ memberId: f.resources.member, ids: [f.resources.notification] }),
  setPresence: (f) => ({ state: "viewing", memberId: f.resources.member }),
  createPipeline: () => ({ name: `Pipeline ${word()}` }),
  createDeal: (f) => ({ title: `Deal ${word()}`, contactId: f.resources.contact, amount: 12.5, currency: "EUR" }),
  createOrder: (f) => ({
    contactId: f.resources.contact,
    currency: "EUR",
    items: [{ name: "Desk", quantity: 2, unitPrice: 249.9 }],
  }),
  createTicket: (f) => ({ subject: `Ticket ${word()}`, contactId: f.resources.contact }),
  updateTicket: () => ({ subject: `Ticket ${word()}` }),
  createTicketCategory: () => ({ name: `Category ${word()}` }),
  updateTicketCategory: () => ({ name: `Category ${word()}` }),
  updateOrder: () => ({ note: `Note ${word()}` }),
  createContactField: () => ({ key: `k_${word()}`, label: "Plan", type: "select", options: ["free", "pro"] }),
  createTicketField: () => ({ key: `k_${word()}`, label: "Product", type: "select", options: ["desk", "chair"] }),
  createSegment: () => ({ name: `Segment ${word()}`, rules: { rules: [{ field: "tags", op: "has_any", value: ["vip"] }] } }),
  updateSegment: () => ({ description: `Segment ${word()}` }),
  changeContactsInBulk: (f) => ({ ids: [f.resources.contact], addTags: [word()] }),
  createContactExport: (f) => ({ segmentId: f.resources.segment, fields: ["name", "phone"] }),
  createBroadcast: (f) => ({
    title: `Broadcast ${word()}`,
    channelId: f.resources.channel,
    messageContent: { name: f.templateName, language: "en", variables: ["Ada", "2291"] },
    targetAudience: { contactIds: [f.resources.contact] },
  }),
  updateBroadcast: () => ({ title: `Broadcast ${word()}` }),
  previewBroadcast: (f) => ({ channelId: f.resources.channel, targetAudience: { contactIds: [f.resources.contact] } }),
  scheduleBroadcast: () => ({}),
  testFlow: (f) => ({ contactId: f.resources.contact }),
  createFlowSecret: () => ({ name: `S_${word().toUpperCase()}`, value: "a long secret value" }),
  updateFlowSecret: () => ({ value: "another secret value" }),
  createFlow: () => ({ name: `Flow ${word()}`, trigger: { type: "manual" }, steps: [{ type: "wait", seconds: 60 }] }),
  updateFlow: () => ({ name: `Flow ${word()}` }),
  startFlowRun: (f) => ({ contactId: f.resources.contact }),
  updateConversation: () => ({ subject: `Subject ${word()}` }),
  createWebhook: () => ({ url: "http://127.0.0.1:9/hook", events: ["*"] }),
  updateWebhook: () => ({ description: `Webhook ${word()}` }),
  createInvitation: () => ({ email: `${word()}@example.com`, role: "agent" }),
  ...both("createAgent", () => ({ name: "Ada", email: `${word()}@example.com` })),
  ...both("createDivision", () => ({ name: `Division ${word()}` })),
  ...both("updateDivision", () => ({ name: `Division ${word()}` })),
  ...both("putDivision", () => ({ name: `Division ${word()}` })),
  putAgentSettings: () => ({ offlineAfterMinutes: 20 }),
  // An organization cannot suspend itself.
  updateAdminOrganization: () => ({ name: `Organization ${word()}` }),
  updateMember: () => ({ name: `Member ${word()}` }),
  updateApiKey: () => ({ name: `Key ${word()}` }),
  createKnowledgeSource: (f) => ({ name: `Source ${word()}`, kind: "file", mediaId: f.resources.media }),
  updateKnowledgeSource: () => ({ name: `Source ${word()}` }),
  // What a tenant may do to its own subscription, any number of times.
  updateSubscription: () => ({ status: "active" }),
  createPrice: () => ({ modelName: `model-${word()}`, costPerRequest: 0.0125, description: "Per answer" }),
  // Leaves the gateway configured, as testing it requires.
  updateGatewaySettings: () => ({ enabled: true, reconciliationEnabled: true, secretKey: `key-${word()}${word()}` }),
  suggestReply: (f) => ({ conversationId: f.resources.conversation }),
  summarizeConversation: (f) => ({ conversationId: f.resources.conversation }),
  suggestTags: (f) => ({ conversationId: f.resources.conversation }),
  createAiKey: () => ({ provider: "openai", name: `Key ${word()}`, apiKey: `sk-${word()}${word()}`, models: ["small-model"] }),
  updateAiKey: () => ({ name: `Key ${word()}` }),
  createVoiceAgent: (f) => ({ name: `Voice ${word()}`, channelId: f.resources.channel }),
  updateVoiceAgent: () => ({ name: `Voice ${word()}` }),
  createCall: (f) => ({ ...f.calling, to: `+49${digits().slice(0, 10)}`, consent: "requested" }),
  createTelephonyAccount: () => ({
    provider: "twilio",
    name: `Account ${word()}`,
    providerAccountId: `AC${word()}${word()}`,
    authToken: `token-${word()}${word()}`,
  }),
  updateTelephonyAccount: () => ({ name: `Account ${word()}` }),
  createPhoneNumber: (f) => ({ number: `+49${digits().slice(0, 10)}`, telephonyAccountId: f.resources.telephonyAccount }),
  updatePhoneNumber: () => ({ name: `Number ${word()}` }),
  createAgencyClient: () => ({ name: `Client ${word()}`, ownerEmail: `${word()}@example.com` }),
  // Its mail goes nowhere; each has a different name.
  createOrganization: () => ({ name: `Organization ${word()}`, ownerEmail: `${word()}@example.com` }),
  createAgencySnapshot: () => ({ name: `Snapshot ${word()}`, snapshot: { version: 1, parts: { labels: [{ name: `Label ${word()}` }] } } }),
  updateAgencySnapshot: () => ({ name: `Snapshot ${word()}` }),
  planAgencySnapshot: (f) => ({ clientId: f.resources.agencyClient }),
  applyAgencySnapshot: (f) => ({ clientId: f.resources.agencyClient }),
  createDomain: () => ({ hostname: `${word()}.agency.example` }),
  createSignupForm: () => ({
    slug: `form-${word()}`,
    title: "Talk to us",
    fields: [{ key: "email", label: "E-mail", type: "email", required: true }],
    target: { kind: "create_contact" },
  }),
  createLandingPage: () => ({ slug: `page-${word()}`, title: "Welcome", blocks: [{ type: "text", text: "Hello" }] }),
  updateLandingPage: () => ({ title: `Page ${word()}` }),
  updateSignupForm: () => ({ title: `Form ${word()}` }),
  replayWebhook: () => ({ since: new Date(Date.now() - 3_600_000).toISOString() }),
};

/** Query parameters that are required for a response. */
const queries: Record<string, (fixture: Fixture) => Record<string, string>> = {
  listNotifications: (f) => ({ memberId: f.resources.member }),
  getLoginLink: (f) => ({ agentId: f.resources.member }),
  search: () => ({ q: "hello" }),
  searchMessages: () => ({ q: "hello" }),
  searchContacts: () => ({ q: "spare" }),
  searchConversations: () => ({ q: "hello" }),
  // Not recorded, because that would change what other tests compare.
  searchKnowledge: () => ({ q: "How long may I return an item?", record: "false" }),
};

export function validQuery(operation: Operation, fixture: Fixture): Record<string, string> {
  const given = queries[operation.id]?.(fixture) ?? {};
  for (const { name, required } of operation.query)
    if (required === true && given[name] === undefined)
      throw new Uncovered(`${operation.id} needs the query parameter ${name}: give it one in test/routes/route-requests.ts`);
  return given;
}

export function validBody(operation: Operation, fixture: Fixture): Record<string, unknown> | undefined {
  if (operation.body === undefined) return undefined;
  const made = bodies[operation.id]?.(fixture) ?? (operation.example as Record<string, unknown> | undefined);
  if (made === undefined)
    throw new Uncovered(`${operation.id} takes a body: give it an example, or a body in test/routes/route-requests.ts`);
  return made;
}

/** Path parameters of a valid request; `fresh` ones for operations that use theirs up. */
export async function validParams(operation: Operation, fixture: Fixture, fresh = false): Promise<Record<string, string>> {
  const nested = nestedPlace(operation);
  if (nested !== undefined) {
    const made = fresh ? await fixture.fresh(nested.kind) : fixture.resources[nested.kind];
    return { id: (made as unknown as Record<string, string>)[parentKinds[nested.kind]] as string, [nested.name]: made.id };
  }
  const params: Record<string, string> = operation.pathNames.includes("version") ? { version: "1" } : {};
  for (const place of placesOf(operation)) {
    if (place.in === "path") params[place.name] = idOf(fresh ? await fixture.fresh(place.kind) : fixture.resources[place.kind]);
  }
  return params;
}

export const idOf = (resource: string | { id: string }) => (typeof resource === "string" ? resource : resource.id);

/** A copy of `body` with `value` at a place. */
export function put(body: Record<string, unknown>, path: string[], value: unknown): Record<string, unknown> {
  const [head, ...rest] = path as [string, ...string[]];
  if (rest.length === 0) return { ...body, [head]: value };
  if (rest[0] === "[]") return { ...body, [head]: [rest.length === 1 ? value : put({}, rest.slice(1), value)] };
  return { ...body, [head]: put((body[head] ?? {}) as Record<string, unknown>, rest, value) };
}
