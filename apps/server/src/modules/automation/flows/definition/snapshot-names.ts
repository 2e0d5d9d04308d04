/** Converts flows from ids to names, and back. Pure. */
import { brokenRule } from "#platform/errors/app-error.ts";
import { parseWireId, wireId, type WirePrefix } from "#platform/ids/ids.ts";
import type { OmittedEntry } from "#platform/snapshot/snapshot-part.ts";
import { normalForm } from "#platform/text/normal.ts";
import type { Definition, Step } from "./definition.ts";
import { innerSteps } from "./program.ts";
import type { NamedStage } from "./references.queries.ts";

export interface FlowNames {
  /** By stored id. */
  divisions: ReadonlyMap<string, { path: string[] }>;
  stages: readonly NamedStage[];
  flows: readonly { id: string; name: string }[];
  segments: readonly { id: string; name: string }[];
}

type Reason = OmittedEntry["reason"];
type Fields = Record<string, unknown>;

/** Thrown from anywhere in the tree for what a snapshot cannot hold. */
class NotPortable extends Error {
  readonly reason: Reason;
  constructor(reason: Reason) {
    super(reason);
    this.reason = reason;
  }
}

const people = ["assigneeId", "ownerId", "memberIds"];
const fieldsOfChannels = new Set(["channelId", "contact.channelId", "conversation.channelId", "channel.id"]);
const fieldsOfStages = new Set(["stageId", "contact.stageId"]);
const fieldsOfPeople = new Set(["ownerId", "contact.ownerId", "conversation.assigneeId"]);

function checkRules(rules: unknown): void {
  if (typeof rules !== "object" || rules === null) return;
  const { rules: list, exclude, field, op } = rules as { rules?: unknown[]; exclude?: unknown; field?: string; op?: string };
  for (const inner of [...(list ?? []), exclude]) checkRules(inner);
  if (field === undefined || op === "exists" || op === "not_exists") return;
  if (fieldsOfChannels.has(field)) throw new NotPortable("names_channel");
  if (fieldsOfPeople.has(field)) throw new NotPortable("names_agent");
  if (fieldsOfStages.has(field)) throw new NotPortable("names_stage");
  if (field === "conversation.divisionId") throw new NotPortable("names_division");
}

function stageNames(names: FlowNames, wire: unknown): [string, string] {
  const found = names.stages.find(({ id }) => id === parseWireId("stg", String(wire)));
  if (found === undefined) throw new NotPortable("names_deleted");
  return [found.pipeline, found.name];
}

function nameOf(list: readonly { id: string; name: string }[], prefix: WirePrefix, wire: unknown): string {
  const found = list.find(({ id }) => id === parseWireId(prefix, String(wire)));
  if (found === undefined) throw new NotPortable("names_deleted");
  return found.name;
}

const pipelinesOf = (names: FlowNames) => names.stages.map((stage) => ({ id: stage.pipeline_id, name: stage.pipeline }));

function namedFields(names: FlowNames, given: Fields): Fields {
  const { stageId, pipelineId, flowId, divisionId, channelIds, audience, ...rest } = given;
  if (rest["channelId"] !== undefined) throw new NotPortable("names_channel");
  if (Array.isArray(channelIds) && channelIds.length > 0) throw new NotPortable("names_channel");
  // Specific to one organization, like its channels.
  if (rest["broadcastId"] !== undefined) throw new NotPortable("names_broadcast");
  if (rest["formId"] !== undefined) throw new NotPortable("names_form");
  for (const field of people) if (rest[field] != null) throw new NotPortable("names_agent");
  if (rest["type"] === "set_field" && rest["value"] !== null) {
    if (rest["field"] === "ownerId") throw new NotPortable("names_agent");
    if (rest["field"] === "stageId") rest["value"] = stageNames(names, rest["value"]);
  }
  checkRules(rest["conditions"]);
  checkRules(audience);
  const division = divisionId == null ? null : names.divisions.get(parseWireId("div", String(divisionId)) ?? "")?.path;
  if (division === undefined) throw new NotPortable("names_deleted");
  return {
    ...rest,
    ...(audience === undefined ? {} : { audience: namedAudience(names, audience as Fields) }),
    ...(stageId === undefined ? {} : { stage: stageNames(names, stageId) }),
    ...(pipelineId === undefined ? {} : { pipeline: nameOf(pipelinesOf(names), "pip", pipelineId) }),
    ...(flowId === undefined ? {} : { flow: nameOf(names.flows, "flow", flowId) }),
    ...(divisionId === undefined ? {} : { division }),
  };
}

const namedAudience = (names: FlowNames, { segmentId, ...rest }: Fields): Fields =>
  segmentId === undefined ? rest : { segment: nameOf(names.segments, "seg", segmentId) };

function namedSteps(names: FlowNames, steps: readonly Step[]): Fields[] {
  return steps.map((step) => {
    const named = namedFields(names, step);
    for (const inner of innerSteps) if (Array.isArray(named[inner])) named[inner] = namedSteps(names, named[inner] as Step[]);
    return named;
  });
}

export interface NamedDefinition {
  trigger: Fields;
  conditions: Definition["conditions"];
  steps: Fields[];
  oncePerContact: boolean;
}

/** Returns a reason if a snapshot cannot hold the flow. */
export function toNames(names: FlowNames, { trigger, conditions, steps, oncePerContact }: Definition): NamedDefinition | Reason {
  try {
    checkRules(conditions);
    return { trigger: namedFields(names, trigger), conditions, steps: namedSteps(names, steps), oncePerContact };
  } catch (error) {
    if (error instanceof NotPortable) return error.reason;
    throw error;
  }
}

const plain = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);
const texts = (value: unknown): value is string[] => Array.isArray(value) && value.every((item) => typeof item === "string");
const fold = (text: string) => normalForm("NFC", text.trim());

/** As the services take it. Throws validation_error (422) for an unknown name. What has no valid shape is left to the services. */
export function fromNames(names: FlowNames, input: unknown, at: string, depth = 0): unknown {
  // Deeper than steps may nest: the services refuse it.
  if (depth > 20) return input;
  if (Array.isArray(input)) return input.map((item, i) => fromNames(names, item, `${at}[${i}]`, depth + 1));
  if (!plain(input)) return input;
  const { stage, pipeline, flow, division, ...rest } = input;
  const wire: Fields = rest;
  for (const inner of innerSteps) if (Array.isArray(wire[inner])) wire[inner] = fromNames(names, wire[inner], `${at}.${inner}`, depth + 1);
  const missing = (field: string, what: string) => brokenRule(`${at}.${field}`, "unknown", `The ${what} does not exist.`);
  const stageAt = (value: unknown, field: string) => {
    const [of, name] = texts(value) ? value : [];
    const found = names.stages.find(
      (known) => of !== undefined && name !== undefined && known.pipeline === fold(of) && known.name === fold(name),
    );
    if (found === undefined) throw missing(field, `stage ${JSON.stringify(value)}`);
    return wireId("stg", found.id);
  };
  if (stage !== undefined) wire["stageId"] = stageAt(stage, "stage");
  if (rest["type"] === "set_field" && rest["field"] === "stageId" && rest["value"] !== null)
    wire["value"] = stageAt(rest["value"], "value");
  if (plain(rest["audience"]) && typeof rest["audience"]["segment"] === "string") {
    const { segment, ...others } = rest["audience"];
    const found = names.segments.find(({ name }) => name === fold(String(segment)));
    if (found === undefined) throw missing("audience.segment", `segment ${String(segment)}`);
    wire["audience"] = { ...others, segmentId: wireId("seg", found.id) };
  }
  if (pipeline !== undefined) {
    const found = pipelinesOf(names).find(({ name }) => name === fold(String(pipeline)));
    if (found === undefined) throw missing("pipeline", `pipeline ${String(pipeline)}`);
    wire["pipelineId"] = wireId("pip", found.id);
  }
  if (flow !== undefined) {
    const found = names.flows.find(({ name }) => name === String(flow).trim());
    if (found === undefined) throw missing("flow", `flow ${String(flow)} yet: it comes before those that start it`);
    wire["flowId"] = wireId("flow", found.id);
  }
  if (division === null) wire["divisionId"] = null;
  else if (division !== undefined) {
    const found = [...names.divisions].find(
      ([, { path }]) => texts(division) && path.length === division.length && path.every((name, i) => name === fold(division[i] as string)),
    );
    if (found === undefined) throw missing("division", `division ${JSON.stringify(division)}`);
    wire["divisionId"] = wireId("div", found[0]);
  }
  return wire;
}

/** Names of the flows that steps start, including nested steps. */
export function startedBy(steps: readonly Fields[]): string[] {
  return steps.flatMap((step) => [
    ...(typeof step["flow"] === "string" ? [step["flow"]] : []),
    ...innerSteps.flatMap((inner) => (Array.isArray(step[inner]) ? startedBy(step[inner] as Fields[]) : [])),
  ]);
}
