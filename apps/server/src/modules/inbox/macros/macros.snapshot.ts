import { type Static, Type } from "typebox";
import type { CannedRepliesService } from "#modules/inbox/canned-replies/index.ts";
import type { LabelsService } from "#modules/inbox/labels/index.ts";
import type { Tx } from "#platform/db/database.ts";
import { brokenRule } from "#platform/errors/app-error.ts";
import { NullableEnum } from "#platform/http/schemas.ts";
import { parseWireId, wireId } from "#platform/ids/ids.ts";
import { firstOfEach, definedOnly, type OmittedEntry, refuseTooMany, snapshotPart, sortedBy } from "#platform/snapshot/snapshot-part.ts";
import type { StoredAction } from "./macro-actions.ts";
import * as queries from "./macros.queries.ts";
import { CreateMacro, MacroAction } from "./macros.schema.ts";
import type { MacrosService } from "./macros.service.ts";

const entriesMax = 500;
const { assigneeId: _agent, cannedReplyId: _reply, ...plain } = MacroAction.properties;
const Action = Type.Object(
  {
    ...plain,
    assignee: Type.Optional(NullableEnum(["me"], { description: "For assign: null: unassigned; me: the member who runs it" })),
    cannedReply: Type.Optional(Type.String({ minLength: 1, maxLength: 50, description: "For send_message: a shortcut, instead of text" })),
  },
  { title: "SnapshotMacroAction", description: "As in a macro, with the canned reply's shortcut instead of its id" },
);
type Action = Static<typeof Action>;
const Entry = Type.Object(
  { name: CreateMacro.properties.name, actions: Type.Array(Action, { minItems: 1, maxItems: 20, description: "Executed in this order" }) },
  { title: "SnapshotMacro", description: "A shared macro" },
);
type EntryValues = Static<typeof Entry>;

export interface MacroNames {
  labels: Pick<LabelsService, "byName" | "named">;
  cannedReplies: Pick<CannedRepliesService, "byShortcut" | "shortcuts">;
}

/** The names of what stored actions refer to by id, for many macros at once. */
async function namesIn(deps: MacroNames, tx: Tx, actions: StoredAction[]) {
  const replyIds = actions.flatMap((action) => parseWireId("can", action.cannedReplyId ?? "") ?? []);
  const labelIds = [...new Set(actions.flatMap((action) => action.labelId ?? []))];
  const labels = new Map((await deps.labels.named(tx, labelIds)).map((label) => [label.id, label.name]));
  return { labels, replies: await deps.cannedReplies.shortcuts(tx, [...new Set(replyIds)]) };
}

type Names = Awaited<ReturnType<typeof namesIn>>;

/** The action as a snapshot stores it, or the reason why it cannot. */
function toEntry(names: Names, action: StoredAction): Action | OmittedEntry["reason"] {
  const { labelId, cannedReplyId, assigneeId, ...others } = action;
  if (assigneeId != null && assigneeId !== "me") return "names_agent";
  const label = labelId === undefined ? undefined : names.labels.get(labelId);
  const cannedReply = cannedReplyId === undefined ? undefined : names.replies.get(parseWireId("can", cannedReplyId) ?? "");
  const lost = (labelId !== undefined && label === undefined) || (cannedReplyId !== undefined && cannedReply === undefined);
  if (lost || (others.type.endsWith("_label") && label === undefined)) return "names_deleted";
  return {
    ...others,
    ...(label === undefined ? {} : { label }),
    ...(cannedReply === undefined ? {} : { cannedReply }),
    ...(assigneeId === undefined ? {} : { assignee: assigneeId as "me" | null }),
  };
}

export const macrosSnapshot = (service: MacrosService, deps: MacroNames) =>
  snapshotPart<EntryValues[]>({
    name: "macros",
    after: ["labels", "cannedReplies"],
    schema: Type.Array(Entry, { maxItems: entriesMax }),
    scopes: { read: "conversations:read", write: "conversations:write" },

    async read(ctx) {
      const leftOut: OmittedEntry[] = [];
      const shared = await queries.sharedMacros(ctx.tx, entriesMax + 1);
      refuseTooMany("shared macros", shared, entriesMax);
      const rows = firstOfEach(shared, (row) => row.name, leftOut);
      const names = await namesIn(
        deps,
        ctx.tx,
        rows.flatMap((row) => row.actions),
      );
      const value: EntryValues[] = [];
      for (const row of rows) {
        const actions = row.actions.map((action) => toEntry(names, action));
        const reason = actions.find((action) => typeof action === "string");
        // Without one of its actions it would be a different macro.
        if (reason === undefined) value.push({ name: row.name, actions: actions as Action[] });
        else leftOut.push({ key: row.name, reason });
      }
      return { value: sortedBy(value, (macro) => macro.name), leftOut: sortedBy(leftOut, (left) => left.key) };
    },

    async apply(ctx, entries, run) {
      /** With the tenant's spelling of the names. */
      async function canonical(action: Action, at: string): Promise<Action> {
        const { type, label, assignee, status, priority, minutes, text, cannedReply } = action;
        const [known] = label === undefined ? [] : await deps.labels.byName(ctx.tx, [label], `${at}.label`);
        if (label !== undefined && known === undefined) throw brokenRule(`${at}.label`, "unknown", `The label ${label} does not exist.`);
        const reply = cannedReply === undefined ? null : await deps.cannedReplies.byShortcut(ctx.tx, cannedReply);
        if (cannedReply !== undefined && reply === null)
          throw brokenRule(`${at}.cannedReply`, "unknown", `The canned reply ${cannedReply} does not exist.`);
        const kept = { type, status, priority, minutes, text, label: known?.name, cannedReply: reply?.shortcut, assignee };
        return definedOnly<typeof kept>(kept) as Action;
      }

      /** In the form that the service takes. */
      async function toWire(actions: Action[]): Promise<MacroAction[]> {
        const wire: MacroAction[] = [];
        for (const { assignee, cannedReply, ...action } of actions) {
          const reply = cannedReply === undefined ? null : await deps.cannedReplies.byShortcut(ctx.tx, cannedReply);
          wire.push({
            ...action,
            ...(assignee === undefined ? {} : { assigneeId: assignee }),
            ...(reply === null ? {} : { cannedReplyId: wireId("can", reply.id) }),
          });
        }
        return wire;
      }

      run.distinct(
        entries.map((entry) => entry.name.trim()),
        "name",
      );
      for (const [index, entry] of entries.entries()) {
        await run.entry<EntryValues>({ index, key: entry.name }, async () => {
          const row = await queries.sharedMacroByName(ctx.tx, entry.name.trim());
          const actions: Action[] = [];
          for (const [i, action] of entry.actions.entries()) actions.push(await canonical(action, `actions[${i}]`));
          const names = row === null ? null : await namesIn(deps, ctx.tx, row.actions);
          // An action that a snapshot cannot store differs from all that it can.
          const current = names === null ? null : ((row?.actions ?? []).map((action) => toEntry(names, action)) as Action[]);
          return {
            current: row === null || current === null ? null : { name: row.name, actions: current },
            desired: { name: entry.name.trim(), actions },
            create: async () => service.create(ctx, { name: entry.name, visibility: "shared", actions: await toWire(actions) }),
            update: async () => service.update(ctx, wireId("mac", row?.id as string), { actions: await toWire(actions) }),
          };
        });
      }
    },
  });
