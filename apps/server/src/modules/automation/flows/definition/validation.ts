import { unknownVariables } from "#modules/inbox/canned-replies/index.ts";
import type { ContactFieldsService } from "#modules/contacts/contact-fields/index.ts";
import { lockStage } from "#modules/sales/pipelines/index.ts";
import { getMember } from "#modules/organizations/tenants/index.ts";
import { type AudienceRules, findMissing, type Reference, type SegmentsService } from "#modules/contacts/segments/index.ts";
import type { Tx } from "#platform/db/database.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { Issue } from "#platform/errors/catalog.ts";
import { looksLikeId, parseWireId } from "#platform/ids/ids.ts";
import { readUrl } from "#platform/outbound-http/url-input.ts";
import type { OutboundGuard } from "#platform/outbound-http/guard.ts";
import { settableFields } from "../runs/steps/contact-steps.ts";
import { filledFields } from "../runs/steps/step-texts.ts";
import { compileConditions } from "./conditions.ts";
import { type Definition, type FieldShape, type Step, stepFields, type Trigger, triggerFields } from "./definition.ts";
import { placeholdersOf, renderText, textsIn, variableName } from "./flow-texts.ts";
import { findFlow, isActiveBy } from "./flows.queries.ts";
import { originOf, type RequestStep, secretNames, type Stored, storePath } from "../requests/http-request.ts";
import { innerSteps } from "./program.ts";
import { compileRules, rulesOf, type ScheduleTrigger } from "../schedules/schedule-audience.ts";
import { nextOccurrence } from "../schedules/schedule-times.ts";
import { hasStarted } from "../schedules/schedules.queries.ts";
import { allowsHost } from "../requests/secret-hosts.ts";
import { hostNotAllowed } from "../requests/secrets.service.ts";
import { findReference, listChannels, listDivisions } from "./references.queries.ts";

/** What prevents the activation of a flow, and its path in the definition. */
export interface Problem {
  field: string;
  issue: Issue;
  message: string;
}

export interface ProblemDeps {
  fields: Pick<ContactFieldsService, "definitions">;
  segments: Pick<SegmentsService, "check" | "compile" | "get">;
  guard: OutboundGuard;
  /** Those of the given secrets that exist, with their hosts. */
  secretHosts(tx: Tx, names: string[]): Promise<Map<string, string[]>>;
}

/** Triggers whose events happen in no conversation, and steps that need one. */
const withoutConversation = new Set([
  "contact.created",
  "contact.tag_added",
  "contact.tag_removed",
  "contact.field_changed",
  "form.submitted",
  "webhook",
]);
const needsConversation = new Set<Step["type"]>([
  "send_message",
  "send_template",
  "assign",
  "set_status",
  "snooze",
  "set_priority",
  "add_label",
  "remove_label",
  "add_note",
  "start_chatbot",
  "stop_chatbot",
  "hand_over",
]);
/** Headers that the outbound client refuses to send (platform/outbound-http/client.ts). */
const reservedHeaders = new Set(
  "host connection content-length transfer-encoding upgrade keep-alive te trailer expect proxy-authorization proxy-connection".split(" "),
);
const problemsMax = 100;

/** All problems of a definition, at most 100. Reads what it refers to; changes nothing. */
export async function findProblems(
  tx: Tx,
  now: Date,
  flowId: string,
  { trigger, conditions, steps }: Definition,
  deps: ProblemDeps,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  const report = (field: string, issue: Issue, message: string) => void problems.push({ field, issue, message });
  const definitions = await deps.fields.definitions(tx);

  function checkRequired(
    input: { type: string; [field: string]: unknown },
    shapes: Readonly<Record<string, FieldShape>>,
    at: string,
  ): void {
    for (const [name, shape] of Object.entries(shapes)) {
      const value = input[name];
      if (shape.required === true && value === undefined) report(`${at}.${name}`, "required", `${input.type} needs ${name}.`);
      else if (typeof value === "string" && value.trim() === "") report(`${at}.${name}`, "too_short", `${name} is empty.`);
      else if (shape.required === true && Array.isArray(value) && value.length === 0)
        report(`${at}.${name}`, "too_short", `${name} is empty.`);
    }
  }

  /** Ids that conditions compare with, to be looked up together. */
  const compared: Reference[] = [];

  function checkConditions(rules: AudienceRules, at: string): void {
    reportRefusal(() => {
      compileConditions(rules, { definitions, now, at, references: compared });
    });
  }

  function reportRefusal(check: () => void): void {
    try {
      check();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      for (const detail of error.details ?? []) report(detail.field, detail.issue, error.message);
    }
  }

  /** Reads something that a field refers to. */
  async function checkExists(at: string, what: string, read: () => Promise<unknown>): Promise<void> {
    try {
      if ((await read()) !== null) return;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "not_found") throw error;
    }
    report(at, "not_found", `This ${what} does not exist.`);
  }

  async function checkReferences(step: Step, at: string): Promise<void> {
    const text = (field: string) => (typeof step[field] === "string" ? String(step[field]) : null);
    for (const field of ["assigneeId", "ownerId"] as const) {
      const wire = text(field);
      if (wire !== null) await checkExists(`${at}.${field}`, "member", () => getMember(tx, wire));
    }
    if (step.type === "notify")
      for (const [i, wire] of ((step["memberIds"] ?? []) as string[]).entries())
        await checkExists(`${at}.memberIds[${i}]`, "member", () => getMember(tx, wire));
    const stage = text("stageId");
    if (stage !== null) await checkExists(`${at}.stageId`, "stage", () => lockStage(tx, stage));
    const division = text("divisionId");
    if (division !== null) {
      const id = parseWireId("div", division);
      await checkExists(`${at}.divisionId`, "division", async () => (id === null ? null : ((await listDivisions(tx, [id]))[0] ?? null)));
    }
    const pipeline = text("pipelineId");
    if (pipeline !== null)
      await checkExists(`${at}.pipelineId`, "pipeline", () => findReference(tx, "pipelines", parseWireId("pip", pipeline)));
    const label = text("label");
    if (label !== null && looksLikeId(label))
      await checkExists(`${at}.label`, "label", () => findReference(tx, "labels", parseWireId("lbl", label)));
    const category = text("category");
    if (category !== null && looksLikeId(category))
      await checkExists(`${at}.category`, "category", () => findReference(tx, "ticket_categories", parseWireId("tca", category)));
    const flow = text("flowId");
    if (flow !== null) {
      const id = parseWireId("flow", flow);
      if (id === flowId) report(`${at}.flowId`, "not_allowed", "A flow cannot start itself.");
      else await checkExists(`${at}.flowId`, "flow", async () => (id === null ? null : findFlow(tx, id)));
    }
  }

  /**
   * Whether there may be a ticket: a step before this one creates one (steps are written in the order in which they may
   * run), or a flow that has one starts this one.
   */
  let ticketMade = trigger.type === "manual" || trigger.type === "call.missed" || trigger.type.startsWith("ticket.");

  async function checkSteps(list: readonly Step[], at: string): Promise<void> {
    for (const [i, step] of list.entries()) {
      const path = `${at}[${i}]`;
      checkRequired(step, stepFields[step.type], path);
      if (needsConversation.has(step.type) && withoutConversation.has(trigger.type))
        report(path, "not_allowed", `${step.type} needs a conversation, and ${trigger.type} does not provide one.`);
      else if (needsConversation.has(step.type) && trigger.type === "schedule" && trigger["channelId"] === undefined)
        report(path, "not_allowed", `${step.type} needs a conversation. Set the trigger's channelId.`);
      if (step.type === "assign" && step["assigneeId"] === undefined && step["divisionId"] === undefined)
        report(`${path}.assigneeId`, "required", "assign needs assigneeId or divisionId.");
      if (step.type === "create_ticket") ticketMade = true;
      if (step.type === "update_ticket") {
        if (!ticketMade)
          report(
            path,
            "not_allowed",
            "update_ticket needs a ticket: from a ticket.* or call.missed trigger, from an earlier create_ticket step, or from the flow that starts a manual flow.",
          );
        if (["status", "priority", "category", "assigneeId"].every((field) => step[field] === undefined))
          report(`${path}.status`, "required", "update_ticket needs status, priority, category or assigneeId.");
      }
      for (const text of textsIn(step["payload"])) checkVariables(text, `${path}.payload`);
      if (step.type === "set_field") checkSettable(step["field"], `${path}.field`);
      if (step.type === "http_request") await checkRequest(step as unknown as Partial<RequestStep>, path);
      for (const field of step.type === "notify" ? [] : filledFields) checkVariables(step[field], `${path}.${field}`);
      for (const [n, text] of ((step["variables"] ?? []) as string[]).entries()) checkVariables(text, `${path}.variables[${n}]`);
      if (step["conditions"] !== undefined) checkConditions(step["conditions"] as AudienceRules, `${path}.conditions`);
      await checkReferences(step, path);
      for (const inner of innerSteps) if (Array.isArray(step[inner])) await checkSteps(step[inner] as Step[], `${path}.${inner}`);
    }
  }

  /** Secrets are allowed only in requests, so that nobody gets to read them. */
  function checkVariables(text: unknown, at: string, secrets = false): void {
    const written = typeof text === "string" ? placeholdersOf([text]) : [];
    const unknown = written.filter(
      ({ kind, name }) => (kind === "secret" && !secrets) || (kind === "reply" && unknownVariables(`{{${name}}}`).length > 0),
    );
    if (unknown.length > 0) report(at, "unknown_value", `Unknown variable: ${unknown.map(({ name }) => name).join(", ")}.`);
  }

  async function checkRequest(step: Partial<RequestStep>, at: string): Promise<void> {
    const { url, headers = {}, body, store = [] } = step;
    if (url !== undefined) {
      checkVariables(url, `${at}.url`, true);
      if (originOf(url) === null)
        report(`${at}.url`, "invalid_format", "A URL must begin with https:// and a literal host. Variables can only follow the host.");
      else
        reportRefusal(() => {
          readUrl(
            deps.guard,
            `${at}.url`,
            renderText(url, () => "x"),
          );
        });
    }
    for (const [name, text] of Object.entries(headers)) {
      const path = `${at}.headers.${name}`;
      checkVariables(text, path, true);
      if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/.test(name)) report(path, "invalid_format", "This is not a valid header name.");
      else if (reservedHeaders.has(name.toLowerCase())) report(path, "not_allowed", "The server sets this header itself.");
      else if (/authorization|cookie|token|secret|api-?key/i.test(name) && !/\{\{\s*secrets\./.test(text))
        report(path, "not_allowed", "Store credentials as a flow secret, and refer to it here as {{secrets.NAME}}.");
    }
    for (const text of textsIn(body)) checkVariables(text, `${at}.body`, true);
    if (body !== undefined && step.method === "GET") report(`${at}.body`, "not_allowed", "A GET request cannot have a body.");
    const names = url === undefined ? [] : secretNames({ ...step, url } as RequestStep);
    const there = await deps.secretHosts(tx, names);
    for (const name of names) {
      const hosts = there.get(name);
      if (hosts === undefined) report(at, "unknown", `The secret ${name} does not exist.`);
      else if (url !== undefined && !allowsHost(hosts, originOf(url) ?? ""))
        report(`${at}.url`, "not_allowed", hostNotAllowed(name, originOf(url) ?? url));
    }
    for (const [i, { from, variable, field }] of store.entries()) {
      const path = `${at}.store[${i}]`;
      if (from === undefined) report(`${path}.from`, "required", "It names the part of the response to store.");
      else if (!storePath.test(from))
        report(`${path}.from`, "invalid_format", "It must be status, body, or a path in the body: body.order.items[0].id");
      if ((variable === undefined) === (field === undefined)) report(`${path}.variable`, "required", "Send either a variable or a field.");
      if (variable !== undefined && !variableName.test(variable))
        report(
          `${path}.variable`,
          "invalid_format",
          "A variable name must start with a lower-case letter and have only letters, digits and underscores, at most 50.",
        );
      if (field !== undefined) checkSettable(field, `${path}.field`);
    }
  }

  function checkSettable(field: unknown, at: string): void {
    if (typeof field !== "string" || field.startsWith("customFields.") || (settableFields as readonly string[]).includes(field)) return;
    report(at, "unknown_value", `It must be one of ${settableFields.join(", ")}, customFields.KEY.`);
  }

  function checkHook({ contactBy, contactFrom, createContact, nameFrom, store }: Trigger): void {
    for (const [name, from] of Object.entries({ contactFrom, nameFrom }))
      if (typeof from === "string" && (!storePath.test(from) || !from.startsWith("body.")))
        report(`trigger.${name}`, "invalid_format", "It must be a path in the body: body.customer.phone");
    if (contactBy === "id" && createContact === true)
      report("trigger.createContact", "not_allowed", "A contact can be created with a phone or an email, not with an id.");
    for (const [i, { from, variable, field }] of ((store ?? []) as Partial<Stored>[]).entries()) {
      const path = `trigger.store[${i}]`;
      if (from === undefined) report(`${path}.from`, "required", "It names the part of the body to store.");
      else if (!storePath.test(from) || from === "status")
        report(`${path}.from`, "invalid_format", "It must be body, or a path in it: body.order.items[0].id");
      if (field !== undefined)
        report(`${path}.field`, "not_allowed", "A trigger can only store variables. A set_field step writes them to the contact.");
      if (variable === undefined) report(`${path}.variable`, "required", "Send a variable.");
      else if (!variableName.test(variable))
        report(
          `${path}.variable`,
          "invalid_format",
          "A variable name must start with a lower-case letter and have only letters, digits and underscores, at most 50.",
        );
    }
  }

  /** Whether another version may continue an occurrence of the same trigger: then a lack of further ones is not a problem. */
  async function continuesOccurrence(): Promise<boolean> {
    const flow = await findFlow(tx, flowId);
    return flow !== null && (await isActiveBy(tx, flow, trigger)) && (await hasStarted(tx, now, flowId));
  }

  /** A missing field is reported by `checkRequired`. */
  async function checkSchedule({ at, timezone, audience, channelId }: Partial<ScheduleTrigger>): Promise<void> {
    if (at !== undefined && timezone !== undefined && nextOccurrence(at, timezone, now) === null && !(await continuesOccurrence()))
      report("trigger.at.date", "out_of_range", "This time has passed.");
    if (channelId !== undefined) {
      const id = parseWireId("chn", channelId);
      await checkExists("trigger.channelId", "channel", async () => (id === null ? null : ((await listChannels(tx, [id]))[0] ?? null)));
    }
    if (audience === undefined) return;
    if ("segmentId" in audience)
      await checkExists("trigger.audience.segmentId", "segment", () => deps.segments.get(tx, audience.segmentId));
    try {
      await compileRules(tx, now, deps.segments, await rulesOf(tx, deps.segments, audience));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === "not_found") return;
      if ("segmentId" in audience)
        report("trigger.audience.segmentId", "not_allowed", "The segment's rules no longer match the contact fields.");
      else for (const detail of error.details ?? []) report(detail.field, detail.issue, error.message);
    }
  }

  checkRequired(trigger, triggerFields[trigger.type], "trigger");
  const channels = (trigger["channelIds"] ?? []) as string[];
  const there = new Set(
    await listChannels(
      tx,
      channels.flatMap((wire) => parseWireId("chn", wire) ?? []),
    ),
  );
  for (const [i, wire] of channels.entries())
    if (!there.has(parseWireId("chn", wire) ?? "")) report(`trigger.channelIds[${i}]`, "not_found", "This channel does not exist.");
  if (trigger.type === "webhook") checkHook(trigger);
  if (trigger.type === "schedule") await checkSchedule(trigger as Partial<ScheduleTrigger>);
  const { ratingMin, ratingMax, broadcastId, formId } = trigger;
  if (typeof ratingMin === "number" && typeof ratingMax === "number" && ratingMin > ratingMax)
    report("trigger.ratingMax", "out_of_range", "ratingMax must not be below ratingMin.");
  if (typeof broadcastId === "string")
    await checkExists("trigger.broadcastId", "broadcast", () => findReference(tx, "broadcasts", parseWireId("brd", broadcastId)));
  if (typeof formId === "string")
    await checkExists("trigger.formId", "form", () => findReference(tx, "signup_forms", parseWireId("frm", formId)));
  const stage = trigger["stageId"];
  if (typeof stage === "string") await checkExists("trigger.stageId", "stage", () => lockStage(tx, stage));
  if (conditions !== null) checkConditions(conditions, "conditions");
  if (steps.length === 0) report("steps", "too_short", "A flow needs at least one step.");
  await checkSteps(steps, "steps");
  for (const at of await findMissing(tx, compared)) report(at, "not_found", "The value that the rule compares with does not exist.");
  return problems.slice(0, problemsMax);
}
