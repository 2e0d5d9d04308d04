import { metaJson } from "../../shared/signing.ts";
import type { Exchange } from "../exchange.ts";
import type { Fault } from "../knobs.ts";
import { unknownPath } from "../graph-errors.ts";
import type { Account, PlatformState } from "../state.ts";
import { authored } from "./authentication.ts";
import { wrongWith } from "./template-draft.ts";
import { type Template, type TemplateComponent, templateJson } from "./templates.ts";
import type { CallbackResponse } from "../../shared/types.ts";

/** Posts an account-level event (2.6). */
export function accountEvent(
  state: PlatformState,
  account: Account,
  field: string,
  value: unknown,
  answered?: (answer: CallbackResponse) => void,
): void {
  const entry = metaJson({ id: account.id, time: state.seconds(), changes: [{ value, field }] });
  state.outbox.deliver(account.destination, entry, answered);
}

/** Changes a template's status and notifies the app. */
export function decideTemplate(state: PlatformState, account: Account, template: Template, status: string, reason = "NONE"): void {
  template.status = status;
  accountEvent(state, account, "message_template_status_update", {
    event: status,
    message_template_id: Number(template.id),
    message_template_name: template.name,
    message_template_language: template.language,
    reason,
    message_template_category: template.category,
  });
}

function list(exchange: Exchange, account: Account): void {
  const { query } = exchange;
  const limit = Math.min(Math.max(Number(query.get("limit") ?? 25) || 25, 1), 1000);
  const after = query.get("after");
  const start = after ? Number(Buffer.from(after, "base64url").toString()) : 0;
  if (!Number.isInteger(start) || start < 0) return exchange.refuseWith(100, "Invalid cursors values.");
  const status = query.get("status")?.toUpperCase();
  const name = query.get("name");
  const matching = account.templates
    .all()
    .filter((template) => (!status || template.status === status) && (!name || template.name.includes(name)));
  const page = matching.slice(start, start + limit);
  const cursor = (index: number): string => Buffer.from(String(index)).toString("base64url");
  const paging: Record<string, unknown> = { cursors: { before: cursor(start), after: cursor(start + page.length) } };
  if (start + page.length < matching.length) {
    const next = exchange.query;
    next.set("after", cursor(start + page.length));
    paging.next = `${exchange.state.baseUrl}${exchange.call.path}?${next.toString()}`;
  }
  exchange.answer(metaJson({ data: page.map(templateJson), paging }));
}

function create(exchange: Exchange, account: Account, body: Record<string, unknown>): void {
  const { state } = exchange;
  const components = (Array.isArray(body.components) ? body.components : []) as TemplateComponent[];
  const wrong = wrongWith(body, components);
  if (wrong !== undefined) return exchange.refuseWith(100, `Invalid parameter: ${wrong}`);
  const name = body.name as string;
  const language = body.language as string;
  if (account.templates.find(name, language))
    return exchange.refuseWith(2388024, `There is already ${language} content for this template.`);
  const parameterFormat = String(body.parameter_format).toUpperCase() === "NAMED" ? "NAMED" : "POSITIONAL";
  const category = body.category as string;
  const written = isCode(category) ? authored(components) : components;
  const template = account.templates.put({ name, language, category, parameterFormat, components: written, status: "PENDING" }, state.ids);
  state.review(account, template);
  exchange.answer(metaJson({ id: template.id, status: template.status, category: template.category }));
}

/** `/{waba}/message_templates`. */
export function handleTemplates(exchange: Exchange, account: Account, body: Record<string, unknown>): void {
  switch (exchange.call.method) {
    case "GET":
      return list(exchange, account);
    case "POST":
      return create(exchange, account, body);
    case "DELETE": {
      const name = exchange.query.get("name");
      if (!name) return exchange.refuseWith(100, "The parameter name is required.");
      if (account.templates.delete(name, exchange.query.get("hsm_id"))) return exchange.answer('{"success":true}');
      return exchange.refuseWith(2593002, "Message template not found.");
    }
    default:
      exchange.refuse(unknownPath(exchange.call.path));
  }
}

const isCode = (category: string) => category.toUpperCase() === "AUTHENTICATION";
const EDITABLE = new Set(["APPROVED", "REJECTED", "PAUSED"]);

/** `/{template_id}`: reads it, or edits it, which submits it for review again. `fault` is applied to an edit. */
export function handleTemplate(
  exchange: Exchange,
  account: Account,
  template: Template,
  body: Record<string, unknown>,
  fault: Fault | undefined,
): void {
  const { method } = exchange.call;
  if (method === "GET") return exchange.answer(metaJson(templateJson(template)));
  if (method !== "POST") return exchange.refuse(unknownPath(exchange.call.path));
  if (!EDITABLE.has(template.status)) return exchange.refuseWith(100, `A template that is ${template.status} cannot be edited.`);
  const category = body.category;
  if (typeof category === "string" && category !== template.category) {
    if (template.status === "APPROVED") return exchange.refuseWith(100, "The category of an approved template cannot be changed.");
    template.category = category;
  }
  if (Array.isArray(body.components)) {
    const components = body.components as TemplateComponent[];
    template.components = isCode(template.category) ? authored(components) : components;
  }
  template.status = "PENDING";
  exchange.state.review(account, template);
  exchange.respondWithFault('{"success":true}', fault);
}
