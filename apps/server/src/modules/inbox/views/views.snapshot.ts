import { type Static, Type } from "typebox";
import { ConversationFilters, conversationSorts, type StoredFilters } from "#modules/inbox/conversations/index.ts";
import { DivisionPath, divisionPaths, findDivisionAt } from "#modules/people/divisions/index.ts";
import type { LabelsService } from "#modules/inbox/labels/index.ts";
import type { Tx } from "#platform/db/database.ts";
import { brokenRule } from "#platform/errors/app-error.ts";
import { Nullable, StringEnum } from "#platform/http/schemas.ts";
import { parseWireId, wireId } from "#platform/ids/ids.ts";
import { firstOfEach, definedOnly, type OmittedEntry, refuseTooMany, snapshotPart, sortedBy } from "#platform/snapshot/snapshot-part.ts";
import * as queries from "./views.queries.ts";
import { CreateView } from "./views.schema.ts";
import type { ViewsService } from "./views.service.ts";

const entriesMax = 500;
const { status, pendingReason, unassigned, priority, unread, handledBy, waitingSince, waitingMinutes, labels, allLabels } =
  ConversationFilters.properties;
const { mentioned, windowExpiresWithinMinutes } = ConversationFilters.properties;
const Filters = Type.Object(
  {
    ...{ status, pendingReason, unassigned, priority, unread, handledBy, waitingSince, waitingMinutes, labels, allLabels },
    ...{ mentioned, windowExpiresWithinMinutes },
    assignee: Type.Optional(StringEnum(["me", "none"], { description: "none: unassigned; me: the calling member" })),
    division: Type.Optional(Nullable(DivisionPath)),
  },
  { title: "SnapshotViewFilters", description: "As in a view, with the path of the division; null: in no division" },
);
type Filters = Static<typeof Filters>;
const Entry = Type.Object(
  { name: CreateView.properties.name, filters: Filters, sort: Type.Optional(StringEnum(conversationSorts)) },
  { title: "SnapshotView", description: "A shared view" },
);
type Entry = Static<typeof Entry>;
type EntryValues = Required<Entry>;

export interface ViewNames {
  labels: Pick<LabelsService, "byName" | "named">;
}

type Names = { labels: Map<string, string>; divisions: Map<string, { path: string[] }> };

async function namesIn(deps: ViewNames, tx: Tx, filters: StoredFilters[]): Promise<Names> {
  const ids = [...new Set(filters.flatMap((filter) => [...(filter.labelIds ?? []), ...(filter.allLabelIds ?? [])]))];
  const found = new Map((await deps.labels.named(tx, ids)).map((label) => [label.id, label.name]));
  const divided = filters.some(({ divisionId }) => divisionId !== undefined && divisionId !== "none");
  return { labels: found, divisions: divided ? await divisionPaths(tx) : new Map() };
}

/** The filters as a snapshot stores them, or the reason why it cannot. */
function toEntry(names: Names, stored: StoredFilters): Filters | OmittedEntry["reason"] {
  const { labelIds, allLabelIds, channelId, contactId, assigneeId, divisionId, ...others } = stored;
  if (channelId !== undefined) return "names_channel";
  if (contactId !== undefined) return "names_contact";
  if (assigneeId !== undefined && assigneeId !== "me" && assigneeId !== "none") return "names_agent";
  const [named, every] = [labelIds, allLabelIds].map((ids) => ids?.flatMap((id) => names.labels.get(id) ?? []));
  const path = divisionId === undefined || divisionId === "none" ? null : names.divisions.get(parseWireId("div", divisionId) ?? "")?.path;
  // Without the deleted labels it would match more than it does.
  if (named?.length !== labelIds?.length || every?.length !== allLabelIds?.length || path === undefined) return "names_deleted";
  return {
    ...others,
    ...(named === undefined ? {} : { labels: named }),
    ...(every === undefined ? {} : { allLabels: every }),
    ...(assigneeId === undefined ? {} : { assignee: assigneeId as "me" | "none" }),
    ...(divisionId === undefined ? {} : { division: path }),
  };
}

export const viewsSnapshot = (service: ViewsService, deps: ViewNames) =>
  snapshotPart<Entry[]>({
    name: "views",
    after: ["labels", "divisions"],
    schema: Type.Array(Entry, { maxItems: entriesMax }),
    scopes: { read: "conversations:read", write: "conversations:write" },

    async read(ctx) {
      const leftOut: OmittedEntry[] = [];
      const shared = await queries.sharedViews(ctx.tx, entriesMax + 1);
      refuseTooMany("shared views", shared, entriesMax);
      const rows = firstOfEach(shared, (row) => row.name, leftOut);
      const names = await namesIn(
        deps,
        ctx.tx,
        rows.map((row) => row.filters),
      );
      const value: Entry[] = [];
      for (const row of rows) {
        const filters = toEntry(names, row.filters);
        if (typeof filters === "string") leftOut.push({ key: row.name, reason: filters });
        else value.push({ name: row.name, filters, sort: row.sort });
      }
      return { value: sortedBy(value, (view) => view.name), leftOut: sortedBy(leftOut, (left) => left.key) };
    },

    async apply(ctx, entries, run) {
      /** With the tenant's spelling of the names, and the stored id of the division. */
      async function canonical(desired: Filters): Promise<{ filters: Filters; divisionId: string | undefined }> {
        const { labels: names, allLabels: every, division, assignee, ...plain } = desired;
        async function resolveNames(field: string, input: string[]): Promise<string[]> {
          const known: string[] = [];
          for (const [i, name] of input.entries()) {
            const [label] = await deps.labels.byName(ctx.tx, [name], `filters.${field}`);
            if (label === undefined) throw brokenRule(`filters.${field}[${i}]`, "unknown", `The label ${name} does not exist.`);
            if (!known.includes(label.name)) known.push(label.name);
          }
          return known;
        }
        const found = division == null ? null : await findDivisionAt(ctx.tx, division);
        if (division != null && found === null)
          throw brokenRule("filters.division", "unknown", `The division ${division.join(" / ")} does not exist.`);
        const { status, unassigned, priority, unread, handledBy, waitingSince, waitingMinutes } = plain;
        const kept = {
          ...{ status, unassigned, priority, unread, handledBy, waitingSince, waitingMinutes, assignee },
          labels: names === undefined ? undefined : await resolveNames("labels", names),
          allLabels: every === undefined ? undefined : await resolveNames("allLabels", every),
          division: division === undefined ? undefined : (found?.path ?? null),
        };
        const divisionId = division === undefined ? undefined : found === null ? "none" : wireId("div", found.row.id);
        return { filters: definedOnly<typeof kept>(kept) as Filters, divisionId };
      }

      run.distinct(
        entries.map((entry) => entry.name.trim()),
        "name",
      );
      for (const [index, entry] of entries.entries()) {
        await run.entry<EntryValues>({ index, key: entry.name }, async () => {
          const row = await queries.sharedViewByName(ctx.tx, entry.name.trim());
          const { filters, divisionId } = await canonical(entry.filters);
          const { assignee, division: _, ...others } = filters;
          const wire: ConversationFilters = {
            ...others,
            ...(assignee === undefined ? {} : { assigneeId: assignee }),
            ...(divisionId === undefined ? {} : { divisionId }),
          };
          // Filters that a snapshot cannot store differ from all that it can.
          const current = row === null ? null : (toEntry(await namesIn(deps, ctx.tx, [row.filters]), row.filters) as Filters);
          return {
            current: row === null || current === null ? null : { name: row.name, filters: current, sort: row.sort },
            desired: definedOnly<EntryValues>({ name: entry.name.trim(), filters, sort: entry.sort }),
            create: () =>
              service.create(ctx, { name: entry.name, visibility: "shared", filters: wire, sort: entry.sort ?? "lastMessageAt" }),
            update: ({ filters: differ, sort }) =>
              service.update(ctx, wireId("view", row?.id as string), {
                ...(differ === undefined ? {} : { filters: wire }),
                ...(sort === undefined ? {} : { sort }),
              }),
          };
        });
      }
    },
  });
