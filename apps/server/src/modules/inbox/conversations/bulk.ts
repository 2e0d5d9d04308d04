import { lockDivisions } from "#modules/people/divisions/index.ts";
import { getMember } from "#modules/organizations/tenants/index.ts";
import { AppError, invalidField } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import type { BulkResult, BulkUpdate } from "./conversations.schema.ts";
import type { ConversationsService } from "./conversations.service.ts";
import { holdForReopening } from "./reopening.ts";

type Item = BulkResult["data"][number];

/**
 * Makes the same change to many conversations in one transaction. Each has its own savepoint: a refusal is reported for that conversation,
 * undoes only its change and does not affect the others. 404 for an assignee who is not a member and for an unknown division; 400 without
 * any change.
 */
export async function updateInBulk(
  ctx: TxContext,
  service: Pick<ConversationsService, "update" | "markRead">,
  { ids, read, ...changes }: BulkUpdate,
): Promise<BulkResult> {
  const given = Object.fromEntries(Object.entries(changes).filter(([name, value]) => changeNames.has(name) && value !== undefined));
  const changesFields = Object.keys(given).length > 0;
  if (!changesFields && read === undefined) {
    throw new AppError("validation_error", {
      message: "Send at least one change besides ids.",
      details: [...changeNames, "read"].map((field) => ({ field, issue: "required" as const })),
    });
  }
  if (changes.assigneeId != null) await getMember(ctx.tx, changes.assigneeId, true);
  if (changes.divisionId != null) await lockDivisions(ctx.tx, [changes.divisionId]);
  if (changes.snoozedUntil != null && new Date(changes.snoozedUntil) <= ctx.now)
    throw invalidField("snoozedUntil", "out_of_range", "snoozedUntil must be in the future.");
  if (changes.status === "open" && changes.assigneeId === undefined) await holdForReopening(ctx.tx, ids);
  const results = new Map<string, Item>();
  // In a fixed order, so that two bulk updates cannot deadlock.
  for (const id of [...new Set(ids)].sort()) {
    await ctx.tx.query({ text: "savepoint bulk_item" });
    try {
      // Read marks come first: whoever gives a conversation away may no longer see it.
      let conversation = read === undefined ? undefined : await service.markRead(ctx, id, read);
      if (changesFields) conversation = await service.update(ctx, id, given);
      results.set(id, { id, ok: true, conversation: conversation ?? null, error: null });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await ctx.tx.query({ text: "rollback to savepoint bulk_item" });
      const details = error.details === undefined ? {} : { details: error.details };
      results.set(id, { id, ok: false, conversation: null, error: { code: error.code, message: error.message, ...details } });
    }
    await ctx.tx.query({ text: "release savepoint bulk_item" });
  }
  const data = [...new Set(ids)].map((id) => results.get(id) as Item);
  const succeeded = data.filter((item) => item.ok).length;
  return { data, succeeded, failed: data.length - succeeded };
}

const changeNames: ReadonlySet<string> = new Set([
  "status",
  "snoozedUntil",
  "assigneeId",
  "divisionId",
  "addLabels",
  "removeLabels",
  "priority",
]);
