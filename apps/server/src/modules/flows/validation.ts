import { unknownVariables } from "#modules/canned-replies/index.ts";
import type { ContactFieldsService } from "#modules/contact-fields/index.ts";
import { holdStage } from "#modules/pipelines/index.ts";
import { getMember } from "#modules/tenants/index.ts";
import type { AudienceRules } from "#modules/segments/index.ts";
import type { Tx } from "#platform/db/database.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { Issue } from "#platform/errors/catalog.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import { settableFields } from "./actions.ts";
import { compileConditions } from "./conditions.ts";
import { type Definition, type FieldShape, type Step, stepFields, triggerFields } from "./definition.ts";
import { findFlow } from "./flows.queries.ts";
import { listChannels, listDivisions } from "./references.queries.ts";

/** What keeps a flow from being activated, and where in its definition. */
export interface Problem {
  field: string;
  issue: Issue;
  message: string;
}

/** Triggers whose events happen in no conversation, and steps that need one. */
const withoutConversation = new Set(["contact.created", "contact.tag_added", "contact.tag_removed", "contact.field_changed"]);
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
]);
/** Fields that are texts with variables. */
const filledFields = ["text", "subject", "description", "title"] as const;
const problemsMax = 100;

/** Everything that is wrong with a definition, at most 100 problems. Reads what it refers to; changes nothing. */
export async function findProblems(
  tx: Tx,
  now: Date,
  flowId: string,
  { trigger, conditions, steps }: Definition,
  deps: { fields: Pick<ContactFieldsService, "definitions"> },
): Promise<Problem[]> {
  const problems: Problem[] = [];
  const tell = (field: string, issue: Issue, message: string) => void problems.push({ field, issue, message });
  const definitions = await deps.fields.definitions(tx);

  function checkRequired(
    given: { type: string; [field: string]: unknown },
    shapes: Readonly<Record<string, FieldShape>>,
    at: string,
  ): void {
    for (const [name, shape] of Object.entries(shapes)) {
      const value = given[name];
      if (shape.required === true && value === undefined) tell(`${at}.${name}`, "required", `${given.type} needs ${name}.`);
      else if (typeof value === "string" && value.trim() === "") tell(`${at}.${name}`, "too_short", `${name} is empty.`);
      else if (shape.required === true && Array.isArray(value) && value.length === 0)
        tell(`${at}.${name}`, "too_short", `${name} is empty.`);
    }
  }

  function checkConditions(rules: AudienceRules, at: string): void {
    try {
      compileConditions(rules, { definitions, now, at });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      for (const detail of error.details ?? []) tell(detail.field, detail.issue, error.message);
    }
  }

  /** Reads something that a field names. */
  async function checkThere(at: string, what: string, read: () => Promise<unknown>): Promise<void> {
    try {
      if ((await read()) !== null) return;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "not_found") throw error;
    }
    tell(at, "unknown", `There is no such ${what}.`);
  }

  async function checkReferences(step: Step, at: string): Promise<void> {
    const text = (field: string) => (typeof step[field] === "string" ? String(step[field]) : null);
    for (const field of ["assigneeId", "ownerId"] as const) {
      const wire = text(field);
      if (wire !== null) await checkThere(`${at}.${field}`, "member", () => getMember(tx, wire));
    }
    if (step.type === "notify")
      for (const [i, wire] of ((step["memberIds"] ?? []) as string[]).entries())
        await checkThere(`${at}.memberIds[${i}]`, "member", () => getMember(tx, wire));
    const stage = text("stageId");
    if (stage !== null) await checkThere(`${at}.stageId`, "stage", () => holdStage(tx, stage));
    const division = text("divisionId");
    if (division !== null) {
      const id = parseWireId("div", division);
      await checkThere(`${at}.divisionId`, "division", async () => (id === null ? null : ((await listDivisions(tx, [id]))[0] ?? null)));
    }
    const flow = text("flowId");
    if (flow !== null) {
      const id = parseWireId("flow", flow);
      if (id === flowId) tell(`${at}.flowId`, "not_allowed", "A flow does not start itself.");
      else await checkThere(`${at}.flowId`, "flow", async () => (id === null ? null : findFlow(tx, id)));
    }
  }

  async function checkSteps(list: readonly Step[], at: string): Promise<void> {
    for (const [i, step] of list.entries()) {
      const place = `${at}[${i}]`;
      checkRequired(step, stepFields[step.type], place);
      if (needsConversation.has(step.type) && withoutConversation.has(trigger.type))
        tell(place, "not_allowed", `${step.type} needs a conversation, and ${trigger.type} brings none.`);
      if (step.type === "assign" && step["assigneeId"] === undefined && step["divisionId"] === undefined)
        tell(`${place}.assigneeId`, "required", "assign needs assigneeId or divisionId.");
      if (step.type === "set_field") checkSettable(step["field"], `${place}.field`);
      for (const field of step.type === "notify" ? [] : filledFields) checkVariables(step[field], `${place}.${field}`);
      for (const [n, text] of ((step["variables"] ?? []) as string[]).entries()) checkVariables(text, `${place}.variables[${n}]`);
      if (step["conditions"] !== undefined) checkConditions(step["conditions"] as AudienceRules, `${place}.conditions`);
      await checkReferences(step, place);
      for (const inner of ["then", "else", "onTimeout"])
        if (Array.isArray(step[inner])) await checkSteps(step[inner] as Step[], `${place}.${inner}`);
    }
  }

  function checkVariables(text: unknown, at: string): void {
    const unknown = typeof text === "string" ? unknownVariables(text) : [];
    if (unknown.length > 0) tell(at, "unknown_value", `There is no variable ${unknown.join(", ")}.`);
  }

  function checkSettable(field: unknown, at: string): void {
    if (typeof field !== "string" || field.startsWith("customFields.") || (settableFields as readonly string[]).includes(field)) return;
    tell(at, "unknown_value", `One of ${settableFields.join(", ")}, customFields.KEY.`);
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
    if (!there.has(parseWireId("chn", wire) ?? "")) tell(`trigger.channelIds[${i}]`, "unknown", "There is no such channel.");
  const stage = trigger["stageId"];
  if (typeof stage === "string") await checkThere("trigger.stageId", "stage", () => holdStage(tx, stage));
  if (conditions !== null) checkConditions(conditions, "conditions");
  if (steps.length === 0) tell("steps", "too_short", "A flow does something.");
  await checkSteps(steps, "steps");
  return problems.slice(0, problemsMax);
}
