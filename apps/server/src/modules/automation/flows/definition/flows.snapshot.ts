import { type Static, Type } from "typebox";
import type { AudienceRules } from "#modules/contacts/segments/index.ts";
import { divisionPaths } from "#modules/people/divisions/index.ts";
import type { Tx } from "#platform/db/database.ts";
import { brokenRule } from "#platform/errors/app-error.ts";
import { documentedAs } from "#platform/http/openapi/schemas.ts";
import { Nullable, NullableText, StringEnum } from "#platform/http/schemas.ts";
import { wireId } from "#platform/ids/ids.ts";
import { firstOfEach, definedOnly, type OmittedEntry, refuseTooMany, snapshotPart, sortedBy } from "#platform/snapshot/snapshot-part.ts";
import { compileConditions } from "./conditions.ts";
import { type Definition, stepTypes, triggerTypes } from "./definition.ts";
import { flowConditions } from "./flow-document.ts";
import { listAllFlows, findFlowByName } from "./flows.queries.ts";
import { CreateFlow, type UpdateFlow } from "./flows.schema.ts";
import type { FlowsService } from "./flows.service.ts";
import { listFlowNames, listNamedStages, listSegmentNames } from "./references.queries.ts";
import { type FlowNames, fromNames, type NamedDefinition, startedBy, toNames } from "./snapshot-names.ts";

const entriesMax = 200;
/** Checked when it is applied: it has names in place of ids. */
const named = (description: string, types: readonly string[]) =>
  Type.Unsafe<Record<string, unknown>>(Type.Object({ type: StringEnum(types) }, { additionalProperties: true, description }));
const Entry = Type.Object(
  {
    name: CreateFlow.properties.name,
    description: Type.Optional(NullableText({ maxLength: 1_000 })),
    trigger: named("As in a flow, with names instead of ids: stage: [pipeline, stage], audience: { segment }", triggerTypes),
    conditions: Type.Optional(
      Nullable(documentedAs(Type.Unsafe<Record<string, unknown>>({ type: "object", additionalProperties: true }), flowConditions)),
    ),
    steps: Type.Array(
      named("As in a flow, with names instead of ids: stage: [pipeline, stage], pipeline, division: its path, flow", stepTypes),
      { maxItems: 100 },
    ),
    oncePerContact: Type.Optional(Type.Boolean()),
  },
  {
    title: "SnapshotFlow",
    description: "Applied as a draft; an existing flow gets a new version. Secrets are referred to by name and must exist",
  },
);
type Entry = Static<typeof Entry>;
type EntryValues = { name: string; description: string | null } & NamedDefinition;

async function namesOf(tx: Tx): Promise<FlowNames> {
  return {
    divisions: await divisionPaths(tx),
    stages: await listNamedStages(tx),
    flows: await listFlowNames(tx, 1_000),
    segments: await listSegmentNames(tx, 1_000),
  };
}

/** Sorts each flow after those that it starts; flows that start each other in a circle are left out. */
function inOrder(entries: readonly EntryValues[], leftOut: OmittedEntry[]): EntryValues[] {
  const ordered: EntryValues[] = [];
  let rest = [...entries];
  const known = new Set<string>();
  const there = new Set(entries.map(({ name }) => name));
  for (let before = -1; before !== ordered.length; ) {
    before = ordered.length;
    const ready = rest.filter(({ steps }) => startedBy(steps).every((name) => known.has(name)));
    for (const entry of ready) {
      ordered.push(entry);
      known.add(entry.name);
    }
    rest = rest.filter((entry) => !ready.includes(entry));
  }
  for (const { name, steps } of rest)
    leftOut.push({ key: name, reason: startedBy(steps).every((other) => there.has(other)) ? "circular" : "names_deleted" });
  return ordered;
}

/** As drafts, by name. An active flow that an entry changes continues with the activated version. */
export const flowsSnapshot = (service: Pick<FlowsService, "create" | "update" | "normalizeDefinition">) =>
  snapshotPart<Entry[]>({
    name: "flows",
    after: ["divisions", "pipelines", "contactFields", "labels", "ticketCategories"],
    schema: Type.Array(Entry, { maxItems: entriesMax }),
    scopes: { read: "flows:read", write: "flows:write" },

    async read(ctx) {
      const leftOut: OmittedEntry[] = [];
      const all = await listAllFlows(ctx.tx, entriesMax + 1);
      refuseTooMany("flows", all, entriesMax);
      const names = await namesOf(ctx.tx);
      const kept: EntryValues[] = [];
      for (const row of firstOfEach(all, ({ name }) => name, leftOut)) {
        const named = toNames(names, row.definition);
        if (typeof named === "string") leftOut.push({ key: row.name, reason: named });
        else kept.push({ name: row.name, description: row.description, ...named });
      }
      const value = inOrder(
        sortedBy(kept, ({ name }) => name),
        leftOut,
      );
      return { value, leftOut: sortedBy(leftOut, (left) => left.key) };
    },

    check(entries, at, now) {
      for (const [i, { conditions }] of entries.entries())
        if (conditions != null)
          compileConditions(conditions as unknown as AudienceRules, { definitions: [], now, at: `${at}[${i}].conditions` });
    },

    async apply(ctx, entries, run) {
      run.distinct(
        entries.map((entry) => entry.name.trim()),
        "name",
      );
      for (const [index, entry] of entries.entries()) {
        await run.entry<EntryValues>({ index, key: entry.name }, async () => {
          const names = await namesOf(ctx.tx);
          const row = await findFlowByName(ctx.tx, entry.name.trim());
          const input = {
            trigger: fromNames(names, entry.trigger, "trigger"),
            conditions: entry.conditions ?? null,
            steps: fromNames(names, entry.steps, "steps"),
            oncePerContact: entry.oncePerContact ?? false,
          } as Pick<CreateFlow, "trigger" | "conditions" | "steps" | "oncePerContact">;
          // As it would be stored: without fields that are not read.
          const wanted = toNames(names, (await service.normalizeDefinition(ctx, input as UpdateFlow)) as Definition);
          if (typeof wanted === "string")
            throw brokenRule(
              "steps",
              "not_allowed",
              "A flow in a snapshot must not name an agent or a channel, or refer to anything by id.",
            );
          const current = row === null ? null : toNames(names, row.definition);
          return {
            current:
              row === null || current === null
                ? null
                : ({ name: row.name, description: row.description, ...(typeof current === "string" ? {} : current) } as EntryValues),
            desired: definedOnly<EntryValues>({ name: entry.name.trim(), description: entry.description, ...wanted }),
            create: () => service.create(ctx, { name: entry.name, description: entry.description ?? null, ...input }),
            update: (changed) => {
              const { name: _, description, ...defining } = changed;
              return service.update(ctx, wireId("flow", row?.id as string), {
                ...(description === undefined ? {} : { description }),
                ...(Object.keys(defining).length === 0 ? {} : input),
              });
            },
          };
        });
      }
    },
  });
