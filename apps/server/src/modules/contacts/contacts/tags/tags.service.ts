import { recordAudit } from "#platform/audit/audit.ts";
import type { Actor } from "#platform/auth/actor.ts";
import type { Tx } from "#platform/db/database.ts";
import { invalidField } from "#platform/errors/app-error.ts";
import { appendEvents } from "#platform/events/log.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import { normalForm } from "#platform/text/normal.ts";
import { activitiesOf, recordActivities } from "../activities.ts";
import type { TagChange } from "./tags.schema.ts";
import * as queries from "./tags.queries.ts";

/** Contacts changed in one transaction, during the request; the rest follows in the background. */
const batchMax = 200;

export function createTagsService(deps: { ids: IdSource }) {
  return {
    list: (tx: Tx, q: string | undefined, after: string | null, limit: number) => queries.listTags(tx, q, after, limit),

    /**
     * Replaces tags on all contacts with another one, or removes them. A tag that nobody has changes nothing. Changes of one tenant happen
     * in their order: while another one is not finished, all of this one follows in the background.
     */
    async replace(ctx: TxContext, fields: { tags: string; into: string }, input: string[], into: string | null): Promise<TagChange> {
      const to = into === null ? null : trimmed(fields.into, into);
      const tags = [...new Set(input.map((tag, i) => trimmed(fields.tags === "tags" ? `tags[${i}]` : fields.tags, tag)))].filter(
        (tag) => tag !== to,
      );
      if (tags.length === 0) return { tags: [...new Set(input)], into: to, changed: 0, remaining: false };
      const waits = await queries.anyTagChange(ctx.tx);
      const changed = waits ? 0 : await replaceTagBatch(ctx.tx, deps.ids, ctx.now, ctx.actor, tags, to);
      // Also if none changed: another change may have been first for those that were found, and others have the tags.
      const remaining = waits || (await queries.anyTagged(ctx.tx, tags));
      if (remaining) await queries.insertTagChange(ctx.tx, ctx.now, { id: deps.ids.uuid(), from: tags, to, actor: ctx.actor });
      await recordAudit(ctx, deps.ids, to === null ? "contact_tags.deleted" : "contact_tags.merged", wireId("org", ctx.tenantId), {
        tags,
        into: to,
      });
      return { tags, into: to, changed, remaining };
    },
  };
}

export type TagsService = ReturnType<typeof createTagsService>;

/** One batch, with its events and activities. Returns how many contacts changed. */
export async function replaceTagBatch(tx: Tx, ids: IdSource, now: Date, actor: Actor, from: string[], to: string | null): Promise<number> {
  const changed = await queries.replaceTags(tx, now, from, to, batchMax);
  const changes = changed.map((row) => ({ id: row.id, changes: { tags: { from: row.before, to: row.after } } }));
  await recordActivities(
    tx,
    ids,
    now,
    actor,
    changes.flatMap((contact) => activitiesOf(contact.id, contact.changes)),
  );
  await appendEvents(
    tx,
    now,
    changes.map((contact) => ({
      id: ids.uuid(),
      type: "contact.updated",
      data: { contactId: wireId("cnt", contact.id), changes: contact.changes, reason: "tag_changed" },
    })),
  );
  return changed.length;
}

function trimmed(field: string, text: string): string {
  const rest = normalForm("NFC", text.trim());
  if (rest === "") throw invalidField(field, "too_short");
  return rest;
}
