/**
 * Every operation of openapi.json, every place in it where an id can stand, and a valid request for each: what the tests
 * that walk all routes are made from. A place or a body that nothing here knows throws, so a new route is either covered
 * or stops the test run with what to add.
 */
import { randomBytes } from "node:crypto";
import type { Scope } from "../src/platform/auth/scopes.ts";
import type { Fixture, Kind } from "./fixtures.ts";

export const prefixes = ["/api/v1", "/api"] as const;

export type Schema = Record<string, any>;

export interface Operation {
  id: string;
  method: string;
  /** Below the prefix: `/contacts/{id}`. */
  path: string;
  scope: string | null;
  /** What a session needs. */
  sessionScope: string | null;
  /** What keys and sessions need besides. */
  alsoScopes: Scope[];
  /** Who may ask: anybody with a credential; a session alone; everybody. */
  access: "credential" | "session" | "public";
  pathNames: string[];
  query: { name: string; schema: Schema; required?: boolean }[];
  /** With references resolved. */
  body: Schema | undefined;
  example: unknown;
  response: Schema | undefined;
  /** Refused to every tenant that is not a platform's. */
  platformOnly: boolean;
  /** Refused to every tenant that is not an agency. */
  agencyOnly: boolean;
  isStream: boolean;
  /** The answer is a file. */
  isContent: boolean;
  /** Types of body it takes besides JSON. */
  otherBodies: string[];
  writes: boolean;
  raw: Schema;
}

/** Where an id stands, and what it is an id of. `path` of a body place: the keys that lead to it; "[]" for an array. */
export type Place =
  | { in: "path"; name: string; kind: Kind }
  | { in: "query"; name: string; kind: Kind | "cursor" }
  | { in: "body"; path: string[]; kind: Kind };

/** The operations that an API key may ask for. Those of people alone are tested in modules/auth and modules/invitations. */
export function operationsOf(openapi: object): Operation[] {
  return allOperationsOf(openapi).filter(({ access }) => access === "credential");
}

export function allOperationsOf(openapi: object): Operation[] {
  const document = openapi as Schema;
  const resolve = (schema: Schema): Schema =>
    schema["$ref"] === undefined ? schema : document["components"].schemas[schema["$ref"].split("/").at(-1)];
  const deep = (schema: Schema): Schema => {
    const found = resolve(schema);
    const out: Schema = { ...found };
    if (found["properties"] !== undefined)
      out["properties"] = Object.fromEntries(Object.entries(found["properties"] as Schema).map(([k, v]) => [k, deep(v)]));
    for (const key of ["items", "additionalProperties"])
      if (typeof found[key] === "object" && found[key] !== null) out[key] = deep(found[key]);
    for (const key of ["anyOf", "oneOf", "allOf"]) if (found[key] !== undefined) out[key] = found[key].map(deep);
    return out;
  };
  const operations: Operation[] = [];
  for (const [path, methods] of Object.entries(document["paths"] as Schema)) {
    // GET / is open to everybody and outside the two prefixes.
    if (path === "/") continue;
    if (!path.startsWith("/api/v1/")) throw new Uncovered(`${path} is outside of both prefixes`);
    for (const [method, raw] of Object.entries(methods as Schema)) {
      const parameters = raw.parameters as { name: string; in: string; schema: Schema; required?: boolean }[];
      const content = raw.responses["200"].content;
      const body = raw.requestBody?.content["application/json"];
      operations.push({
        id: raw.operationId,
        method: method.toUpperCase(),
        path: path.replace("/api/v1", ""),
        scope: raw["x-scope"] ?? null,
        sessionScope: raw["x-session-scope"] ?? raw["x-scope"] ?? null,
        alsoScopes: raw["x-also-scopes"] ?? [],
        access: raw.security === undefined ? "credential" : raw.security.length === 0 ? "public" : "session",
        pathNames: [...path.matchAll(/\{([A-Za-z]+)\}/g)].map((m) => m[1] as string),
        query: parameters.filter((p) => p.in === "query"),
        body: body === undefined ? undefined : deep(body.schema),
        example: body?.example,
        response: content["application/json"] === undefined ? undefined : deep(content["application/json"].schema),
        platformOnly: raw["x-platform-only"] === true,
        agencyOnly: raw["x-agency-only"] === true,
        isStream: content["text/event-stream"] !== undefined,
        isContent: content["application/octet-stream"] !== undefined,
        otherBodies: Object.keys(raw.requestBody?.content ?? {}).filter((type) => type !== "application/json"),
        writes: method !== "get",
        raw,
      });
    }
  }
  return operations;
}

/** The first part of a path to what its {id} names. */
const collections: Record<string, Kind> = {
  agents: "member",
  "agents-management": "member",
  "api-keys": "apiKey",
  "canned-replies": "cannedReply",
  "sla-policies": "slaPolicy",
  chatbots: "chatbot",
  "chatbot-turns": "chatbotTurn",
  "chatbot-evaluations": "chatbotEvaluation",
  "chatbot-evaluation-runs": "chatbotEvaluationRun",
  "contact-fields": "contactField",
  "ticket-fields": "ticketField",
  segments: "segment",
  broadcasts: "broadcast",
  flows: "flow",
  "flow-runs": "flowRun",
  channels: "channel",
  contacts: "contact",
  invitations: "invitation",
  members: "member",
  conversations: "conversation",
  "ticket-categories": "ticketCategory",
  deals: "deal",
  labels: "label",
  macros: "macro",
  media: "media",
  messages: "message",
  orders: "order",
  pipelines: "pipeline",
  tickets: "ticket",
  views: "view",
  webhooks: "webhook",
};
const aiCollections: Record<string, Kind> = { keys: "aiKey" };
const knowledgeCollections: Record<string, Kind> = {
  categories: "knowledgeCategory",
  faqs: "faq",
  sources: "knowledgeSource",
  unanswered: "knowledgeQuestion",
};
/** `name` is of a queue, which lies in nothing. */
const nestedNames: Record<string, Kind> = {
  name: "queue",
  deliveryId: "delivery",
  replayId: "replay",
  stageId: "stage",
  templateId: "template",
};

/** Where the first part does not tell. */
const longerCollections: Record<string, Kind> = {
  "/agencies/current/clients/": "agencyClient",
  "/agencies/current/domains/": "agencyDomain",
  "/agencies/current/form-submissions/": "formSubmission",
  "/agencies/current/landing-pages/": "landingPage",
  "/agencies/current/signup-forms/": "signupForm",
  "/agency-grants/": "agencyGrant",
  "/admin/apps/": "app",
  "/admin/billing/organizations/": "organization",
  "/admin/billing/payment-requests/": "paymentRequest",
  "/admin/billing/pricing/": "price",
  "/admin/members/": "member",
  "/admin/organizations/": "organization",
  "/admin/subscriptions/": "subscription",
  "/admin/users/": "member",
  "/admin/webhook-events/": "delivery",
  "/billing/payment-requests/": "paymentRequest",
  "/privacy/requests/": "privacyRequest",
};

/** What {id} names in a path. */
function kindOfId(operation: Pick<Operation, "path" | "writes">): Kind | undefined {
  const { path } = operation;
  if (path.endsWith("/authorizations/{id}/complete")) return "choosingAuthorization";
  if (path.endsWith("/follow-up")) return "closedTicket";
  if (path.startsWith("/conversations/{id}/chatbot/")) return "botConversation";
  if (path.startsWith("/channels/authorizations/")) return "channelAuthorization";
  if (/^\/broadcasts\/.*\/(pause|cancel)$/.test(path)) return "sendingBroadcast";
  if (/^\/broadcasts\/.*\/(resume|retry-failed)$/.test(path)) return "pausedBroadcast";
  if (/^\/flows\/[^/]+\/(deactivate|runs)$/.test(path)) return path.endsWith("/deactivate") || operation.writes ? "activeFlow" : "flow";
  if (path.includes("/divisions/")) return "division";
  if (path.startsWith("/contacts/imports/")) return path.endsWith("/cancel") ? "runningImport" : "contactImport";
  if (path.startsWith("/contacts/exports/")) return "contactExport";
  if (path === "/contacts/{id}/erase") return "doomedContact";
  if (path.startsWith("/knowledge/")) return knowledgeCollections[path.split("/")[2] as string];
  if (path.startsWith("/ai/")) return aiCollections[path.split("/")[2] as string];
  const longer = Object.keys(longerCollections).find((beginning) => path.startsWith(beginning));
  return longer === undefined ? collections[path.split("/")[1] as string] : longerCollections[longer];
}

/** Names of query parameters and body fields that hold ids. */
const idNames: Record<string, Kind | "cursor"> = {
  cursor: "cursor",
  after: "event",
  channelId: "channel",
  channelIds: "channel",
  contactId: "contact",
  conversationId: "conversation",
  agentId: "member",
  assigneeId: "member",
  divisionId: "division",
  divisionIds: "division",
  parent_division_id: "division",
  moveTo: "division",
  ownerId: "member",
  replyToId: "message",
  memberId: "member",
  mentions: "member",
  cannedReplyId: "cannedReply",
  policyId: "slaPolicy",
  mediaIds: "media",
  mediaId: "media",
  logoLightMediaId: "media",
  logoDarkMediaId: "media",
  faviconMediaId: "media",
  formId: "signupForm",
  messageId: "message",
  categoryId: "knowledgeCategory",
  parentId: "knowledgeCategory",
  appId: "app",
  clientId: "agencyClient",
  segmentId: "segment",
  contactIds: "contact",
  organizationId: "organization",
  actor: "member",
  pipelineId: "pipeline",
  stageId: "stage",
  stageIds: "stage",
};

/** Where a name means something else. */
const idNamesOf: Record<string, Record<string, Kind>> = {
  deleteKnowledgeCategory: { moveTo: "knowledgeCategory" },
  deleteStage: { moveTo: "stage" },
};

/** Free texts that hold no id of ours. Closed words, instants and numbers need not be named. */
const plainNames = new Set([
  // Of an audit entry. Its target is anything: modules/admin tests that a foreign one finds nothing.
  "action",
  "target",
  "q",
  "tag",
  "label",
  "phone",
  "phoneNumber",
  "email",
  "name",
  "subject",
  "description",
  "text",
  "to",
  "clientReference",
  "source",
  "tags",
  "labels",
  "addLabels",
  "removeLabels",
  "addTags",
  "removeTags",
  "language",
  "month",
  "timezone",
  "since",
  "until",
  "kind",
  "channelKind",
  "externalId",
  "url",
  "redirectUri",
  "code",
  "components",
  "variables",
  "events",
  "type",
  "question",
  "answer",
  "alternatives",
  "title",
  "lostReason",
  "category",
  "number",
  "externalReference",
  "note",
  "stages.name",
  "items.name",
  "items.sku",
  "content.name",
  "content.language",
  "content.caption",
  "content.filename",
  "filename",
  "search",
  "reason",
  // Who decided, in the caller's own words.
  "adminId",
  "modelName",
  "itemName",
  "baseUrl",
  "secretKey",
  "apiKey",
  "models",
  "instruction",
  "callbackToken",
  // Free-form objects: their members are the tenant's own words, or a connector's settings.
  "config",
  "customFields",
  "content",
  "content.variables",
  // Members are words of the tenant or of its files; the values of rules are looked for among the tenant's own contacts.
  "rules.rules",
  "rules.exclude.rules",
  "targetAudience.rules",
  "targetAudience.exclude.rules",
  // Names a template of the channel that the body names.
  "messageContent",
  "quietHours.timezone",
  // Each has an outcome of its own, also those that do not exist (contacts/tags.test.ts).
  "ids",
  "csv",
  "mapping",
  "fields",
  "into",
  "options",
  "settings.optOutWords",
  "settings.optInWords",
  "types",
  "filters.labels",
  "conditions.labels",
  "csat.questions",
  "autoResolve.message",
  "actions.label",
  "actions.text",
  "title",
  // Nothing has an app yet.
  "appId",
  "skills",
  "signature",
  "businessHours.timezone",
  "ownerEmail",
  "ownerName",
  "reference",
  "contactEmail",
  "supportEmail",
  "intro",
  "consentText",
  "thankYouText",
  "fields.label",
  "fields.help",
  "fields.options",
  "target.tags",
  "blocks.heading",
  "blocks.text",
  "blocks.label",
  "blocks.items.heading",
  "blocks.items.text",
  "blocks.alt",
  "blocks.caption",
  "message",
  "persona.description",
  "persona.introduction",
  "instructions",
  "scope.allowedTopics",
  "scope.blockedTopics",
  "scope.outOfScopeMessage",
  "handover.keywords",
  "handover.message",
  "handover.closedMessage",
  "activeHours.timezone",
  "activeHours.outsideMessage",
  "model.preferred.provider",
  "model.preferred.model",
  "history.text",
  "cases.name",
  "cases.message",
  "cases.history.text",
  "cases.expect.reason",
  "cases.expect.contains",
  "cases.expect.excludes",
  // A run's settings, as the chatbot's own.
  ...[
    "persona.description",
    "persona.introduction",
    "instructions",
    "scope.allowedTopics",
    "scope.blockedTopics",
    "scope.outOfScopeMessage",
    "handover.keywords",
    "handover.message",
    "handover.closedMessage",
    "activeHours.timezone",
    "activeHours.outsideMessage",
    "model.preferred.provider",
    "model.preferred.model",
  ].map((field) => `settings.${field}`),
]);

/** Lists of ids that are told one by one which of them are unknown (their modules' tests see that foreign ones are), and bodies that hold none. */
const listedIds = new Set([
  "updateConversations ids",
  "readNotifications ids",
  // Snapshots name things by name, never by id (modules/snapshots).
  "planSnapshot snapshot",
  "applySnapshot snapshot",
  "createAgencyClient snapshot",
  // What a step may name depends on its type; validation looks each id up and names its place (modules/flows).
  ...["createFlow", "updateFlow"].flatMap((id) => ["trigger", "steps", "conditions"].map((field) => `${id} ${field}`)),
]);

export class Uncovered extends Error {}

export function placesOf(operation: Operation): Place[] {
  const places: Place[] = [];
  for (const name of operation.pathNames) {
    // A number within the resource of {id}: it names nothing by itself.
    if (name === "version") continue;
    const kind = name === "id" ? kindOfId(operation) : nestedNames[name];
    if (kind === undefined)
      throw new Uncovered(`${operation.id}: path parameter {${name}} names nothing the route table knows (test/route-table.ts)`);
    places.push({ in: "path", name, kind });
  }
  for (const { name, schema } of operation.query) {
    const kind = idNamesOf[operation.id]?.[name] ?? idNames[name];
    if (kind !== undefined) places.push({ in: "query", name, kind });
    else if (mayHoldText(schema) && !plainNames.has(name))
      throw new Uncovered(`${operation.id}: query parameter ${name} may hold an id: name it in test/route-table.ts`);
  }
  if (operation.body !== undefined) collect(operation, operation.body, [], places);
  return places;
}

function collect(operation: Operation, schema: Schema, path: string[], places: Place[]): void {
  for (const [name, field] of Object.entries((schema["properties"] ?? {}) as Record<string, Schema>)) {
    const here = [...path, name];
    const spelled = here.filter((part) => part !== "[]").join(".");
    if (listedIds.has(`${operation.id} ${spelled}`)) continue;
    const kind = idNames[name];
    if (kind !== undefined && kind !== "cursor") {
      places.push({ in: "body", path: field["items"] === undefined ? here : [...here, "[]"], kind });
      continue;
    }
    const options = [field, ...((field["anyOf"] ?? []) as Schema[])];
    let structured = false;
    for (const option of options) {
      if (option["properties"] !== undefined) {
        structured = true;
        collect(operation, option, here, places);
      }
      if (option["items"]?.properties !== undefined) {
        structured = true;
        collect(operation, option["items"], [...here, "[]"], places);
      }
    }
    const free = options.some(
      (option) =>
        mayHoldText(option) ||
        (option["items"] !== undefined && mayHoldText(option["items"])) ||
        option["additionalProperties"] !== undefined ||
        (option["type"] === "array" && option["items"] === undefined),
    );
    if ((free || !structured) && options.some((o) => mayHoldText(o) || mayHoldAnything(o)) && !plainNames.has(spelled)) {
      throw new Uncovered(`${operation.id}: body field ${spelled} may hold an id: name it in test/route-table.ts`);
    }
  }
}

function mayHoldText(schema: Schema): boolean {
  const types = [schema["type"]].flat();
  return (
    types.includes("string") &&
    schema["enum"] === undefined &&
    schema["const"] === undefined &&
    schema["format"] !== "date-time" &&
    schema["pattern"] === undefined
  );
}

function mayHoldAnything(schema: Schema): boolean {
  if ([schema["type"]].flat().includes("array")) return schema["items"] === undefined || mayHoldText(schema["items"]);
  if (schema["additionalProperties"] === true || typeof schema["additionalProperties"] === "object") return true;
  return (
    schema["type"] === undefined &&
    schema["anyOf"] === undefined &&
    schema["enum"] === undefined &&
    schema["const"] === undefined &&
    schema["properties"] === undefined
  );
}

const word = () => randomBytes(4).toString("hex");
const digits = () => randomBytes(6).readUIntBE(0, 6).toString().padStart(15, "1");

/** Of a resource that is mounted at two paths. */
function both<T>(id: string, value: T): Record<string, T> {
  return { [id]: value, [`${id}InManagement`]: value };
}

/** Valid bodies, where the example of the document would not do twice or names ids that do not exist. */
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
  // The own organization cannot be suspended.
  updateAdminOrganization: () => ({ name: `Organization ${word()}` }),
  updateMember: () => ({ name: `Member ${word()}` }),
  updateApiKey: () => ({ name: `Key ${word()}` }),
  createKnowledgeSource: (f) => ({ name: `Source ${word()}`, kind: "file", mediaId: f.resources.media }),
  updateKnowledgeSource: () => ({ name: `Source ${word()}` }),
  // What a tenant may do to its own, as often as one likes.
  updateSubscription: () => ({ status: "active" }),
  createPrice: () => ({ modelName: `model-${word()}`, costPerRequest: 0.0125, description: "Per answer" }),
  // A test of the gateway keeps what it was set up with.
  updateGatewaySettings: () => ({ enabled: true, reconciliationEnabled: true, secretKey: `key-${word()}${word()}` }),
  suggestReply: (f) => ({ conversationId: f.resources.conversation }),
  summarizeConversation: (f) => ({ conversationId: f.resources.conversation }),
  suggestTags: (f) => ({ conversationId: f.resources.conversation }),
  createAiKey: () => ({ provider: "openai", name: `Key ${word()}`, apiKey: `sk-${word()}${word()}`, models: ["small-model"] }),
  updateAiKey: () => ({ name: `Key ${word()}` }),
  createAgencyClient: () => ({ name: `Client ${word()}`, ownerEmail: `${word()}@example.com` }),
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

/** What a query must hold to be answered. */
const queries: Record<string, (fixture: Fixture) => Record<string, string>> = {
  listNotifications: (f) => ({ memberId: f.resources.member }),
  getLoginLink: (f) => ({ agentId: f.resources.member }),
  search: () => ({ q: "hello" }),
  searchMessages: () => ({ q: "hello" }),
  // Not counted: that would change what others compare.
  searchKnowledge: () => ({ q: "How long may I return an item?", record: "false" }),
};

export function validQuery(operation: Operation, fixture: Fixture): Record<string, string> {
  const given = queries[operation.id]?.(fixture) ?? {};
  for (const { name, required } of operation.query)
    if (required === true && given[name] === undefined)
      throw new Uncovered(`${operation.id} needs the query parameter ${name}: give it one in test/route-table.ts`);
  return given;
}

export function validBody(operation: Operation, fixture: Fixture): Record<string, unknown> | undefined {
  if (operation.body === undefined) return undefined;
  const made = bodies[operation.id]?.(fixture) ?? (operation.example as Record<string, unknown> | undefined);
  if (made === undefined) throw new Uncovered(`${operation.id} takes a body: give it an example, or a body in test/route-table.ts`);
  return made;
}

/** What is inside another resource, and of which kind that is. */
export const parentKinds = { delivery: "webhook", replay: "webhook", stage: "pipeline", template: "channel" } as const;
type NestedKind = keyof typeof parentKinds;

/** Of a path with a resource inside another: the inner one. */
export function nestedPlace(operation: Operation): { name: string; kind: NestedKind } | undefined {
  return placesOf(operation).find((place) => place.in === "path" && place.name !== "id" && place.kind !== "queue") as
    | { name: string; kind: NestedKind }
    | undefined;
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

export function fill(path: string, params: Record<string, string>): string {
  return path.replaceAll(/\{([A-Za-z]+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`no value for {${name}} of ${path}`);
    return value;
  });
}

/** A copy of `body` with `value` at a place. */
export function put(body: Record<string, unknown>, path: string[], value: unknown): Record<string, unknown> {
  const [head, ...rest] = path as [string, ...string[]];
  if (rest.length === 0) return { ...body, [head]: value };
  if (rest[0] === "[]") return { ...body, [head]: [rest.length === 1 ? value : put({}, rest.slice(1), value)] };
  return { ...body, [head]: put((body[head] ?? {}) as Record<string, unknown>, rest, value) };
}
