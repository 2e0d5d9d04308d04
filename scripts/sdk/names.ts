/**
 * The names of operations in the SDK, derived only from method and path, so that a name changes only when a path does: `GET
 * /contacts/{id}/merges` is `contacts.merges.list(id)`. Exceptions for which the rule gives bad names are in `given`.
 */
import type { Operation } from "./document.ts";

export interface NamedOperation extends Operation {
  /** `["contacts", "merges"]`; empty: the client itself. */
  resource: string[];
  name: string;
  isList: boolean;
}

const apiPrefix = "/api/v1";

/** Path prefixes that have a shorter name. */
const shortened: [string, string][] = [["/agencies/current", "/agency"]];

/** By method and path below /api/v1. */
const given: Record<string, string> = {
  "GET /": "service",
  "POST /auth/password": "auth.changePassword",
  "POST /auth/password-reset": "auth.passwordReset.request",
  "POST /auth/login-link": "auth.useLoginLink",
  "POST /auth/email/verification": "auth.email.requestVerification",
  "POST /auth/email/link": "auth.email.requestLink",
  "POST /auth/email/change": "auth.email.change.request",
  "POST /auth/session/tenant": "auth.session.chooseTenant",
  "POST /auth/session/client": "auth.session.enterClient",
  "DELETE /auth/session/client": "auth.session.leaveClient",
  "POST /auth/two-factor": "auth.twoFactor.start",
  "POST /auth/two-factor/backup-codes": "auth.twoFactor.renewBackupCodes",
  "POST /agents/me/availability": "agents.setOwnAvailability",
  "PATCH /contacts/tags": "contacts.tags.rename",
  "POST /channels/authorizations": "channels.authorizations.start",
  "POST /channels/authorizations/{id}/code": "channels.authorizations.exchangeCode",
  "POST /channels/{id}/templates/samples": "channels.templates.uploadSample",
  "GET /knowledge/search": "knowledge.search",
  "GET /search": "search.all",
  "GET /search/messages": "search.messages",
  "GET /search/contacts": "search.contacts",
  "GET /search/conversations": "search.conversations",
  "GET /media/{id}": "media.content",
  "POST /media": "media.upload",
  "POST /messages": "messages.send",
  "POST /organization/erase": "organization.erase",
  "DELETE /organization/erase": "organization.cancelErasure",
  "POST /flows/{id}/runs": "flows.runs.start",
  "POST /chatbots/{id}/playground": "chatbots.playground",
  "POST /chatbot-evaluations/{id}/runs": "chatbotEvaluations.runs.start",
  "POST /admin/apps/{id}/top-up": "admin.apps.topUp",
  "GET /public/domains/ask": "public.domains.ask",
  "POST /public/flow-hooks/{token}": "public.flowHooks.call",
  "POST /public/signup-forms/{slug}": "public.signupForms.submit",
};

interface Node {
  operations: number;
  /** Whether an id addresses its items: `/contacts` with `/contacts/{id}`. */
  hasItems: boolean;
  hasList: boolean;
  hasPatch: boolean;
  hasItemPatch: boolean;
  children: Set<string>;
}

/** The path as the SDK stores it: without the prefix. */
export function shortPath(path: string): string {
  return path.startsWith(`${apiPrefix}/`) ? path.slice(apiPrefix.length) : path;
}

export function nameOperations(operations: { operation: Operation; isList: boolean }[]): NamedOperation[] {
  const nodes = new Map<string, Node>();
  const nodeAt = (key: string): Node => {
    const known = nodes.get(key);
    if (known !== undefined) return known;
    const made: Node = { operations: 0, hasItems: false, hasList: false, hasPatch: false, hasItemPatch: false, children: new Set() };
    nodes.set(key, made);
    return made;
  };
  for (const { operation, isList } of operations) {
    const { words, isItem } = split(operation.path);
    for (let i = 1; i < words.length; i++) nodeAt(words.slice(0, i).join("/")).children.add(words[i] as string);
    const node = nodeAt(words.join("/"));
    node.operations += 1;
    node.hasItems ||= isItem;
    node.hasList ||= isList && !isItem;
    node.hasPatch ||= operation.method === "PATCH" && !isItem;
    node.hasItemPatch ||= operation.method === "PATCH" && isItem;
  }
  const named = operations.map(({ operation, isList }) => {
    const byHand = given[`${operation.method} ${shortPath(operation.path)}`];
    const full = byHand === undefined ? nameByRule(operation, isList, nodeAt(split(operation.path).words.join("/"))) : byHand.split(".");
    return { ...operation, isList, resource: full.slice(0, -1), name: full.at(-1) as string };
  });
  refuseTwins(named);
  return named;
}

function nameByRule({ method, path, operationId }: Operation, isList: boolean, node: Node): string[] {
  const { words, isItem } = split(path);
  const resource = words.map(camelCase);
  if (isItem) {
    const name = { GET: "get", PATCH: "update", PUT: node.hasItemPatch ? "replace" : "update", DELETE: "delete", POST: "create" }[method];
    return [...resource, name as string];
  }
  const isCollection = node.hasItems || node.hasList;
  const isAction = node.operations === 1 && node.children.size === 0 && !isCollection;
  if (isAction && !(method === "POST" && operationId.startsWith("create"))) {
    const last = resource.at(-1) as string;
    const name = method === "GET" || method === "POST" ? last : `${method === "DELETE" ? "delete" : "set"}${pascalCase(last)}`;
    return [...resource.slice(0, -1), name];
  }
  const names = {
    GET: isList ? "list" : "get",
    POST: "create",
    PUT: node.hasPatch ? "replace" : "update",
    PATCH: "update",
    DELETE: "delete",
  };
  return [...resource, names[method as keyof typeof names]];
}

/** Refuses two operations with the same name, and a name that is both a method and a resource. */
function refuseTwins(named: NamedOperation[]): void {
  const seen = new Map<string, string>();
  const resources = new Set<string>();
  for (const { resource } of named) for (let i = 1; i <= resource.length; i++) resources.add(resource.slice(0, i).join("."));
  for (const { resource, name, method, path } of named) {
    const full = [...resource, name].join(".");
    const other = seen.get(full) ?? (resources.has(full) ? "a resource" : undefined);
    if (other !== undefined)
      throw new Error(`${method} ${path} would be ${full}, which is ${other}: give it a name in scripts/sdk/names.ts`);
    seen.set(full, `${method} ${path}`);
  }
}

/** The words of a path, without its parameters. */
function split(path: string): { words: string[]; isItem: boolean } {
  let short = shortPath(path);
  for (const [long, brief] of shortened) if (short === long || short.startsWith(`${long}/`)) short = brief + short.slice(long.length);
  const parts = short.split("/").filter((part) => part !== "");
  return { words: parts.filter((part) => !part.startsWith("{")), isItem: parts.at(-1)?.startsWith("{") ?? false };
}

export function camelCase(text: string): string {
  return text.replace(/[^A-Za-z0-9]+([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

export function pascalCase(text: string): string {
  const camel = camelCase(text);
  return camel.charAt(0).toUpperCase() + camel.slice(1);
}
