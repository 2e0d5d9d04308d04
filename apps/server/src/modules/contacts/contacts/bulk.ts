import { isDeepStrictEqual } from "node:util";
import { lockStage } from "#modules/sales/pipelines/index.ts";
import { getMember } from "#modules/organizations/tenants/index.ts";
import { AppError, invalidField } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { parseWireId, wireId } from "#platform/ids/ids.ts";
import { normalForm } from "#platform/text/normal.ts";
import { checkTagLimit } from "./contact-input.ts";
import type { ContactsService } from "./contacts.service.ts";
import type { BulkContacts, BulkResult } from "./tags/tags.schema.ts";

type Item = BulkResult["results"][number];

const ownFailures = new Set(["not_found", "conflict", "validation_error"]);

/**
 * Makes the same change to many contacts in one transaction; a failure of one does not affect the others. 404 for an unknown owner or
 * stage, 400 if there is nothing to change.
 */
export async function changeInBulk(
  ctx: TxContext,
  contacts: Pick<ContactsService, "get" | "update">,
  resolveConversations: (ctx: TxContext, contactIds: string[]) => Promise<void>,
  input: BulkContacts,
): Promise<BulkResult> {
  const { ids, addTags = [], removeTags = [], ownerId, stageId, blocked } = input;
  if (addTags.length === 0 && removeTags.length === 0 && ownerId === undefined && stageId === undefined && blocked === undefined)
    throw new AppError("validation_error", {
      message: "Send at least one change: addTags, removeTags, ownerId, stageId or blocked.",
      details: [{ field: "addTags", issue: "required" }],
    });
  const readTags = (field: string, tags: string[]) =>
    tags.map((tag, i) => {
      const rest = normalForm("NFC", tag.trim());
      if (rest === "") throw invalidField(`${field}[${i}]`, "too_short");
      return rest;
    });
  const [added, removed] = [readTags("addTags", addTags), new Set(readTags("removeTags", removeTags))];
  if (ownerId != null) await getMember(ctx.tx, ownerId);

  // Conversations before contacts, contacts in id order: messages take these locks in the same order.
  const known = [...new Set(ids)].flatMap((wire) => parseWireId("cnt", wire) ?? []).sort();
  if (blocked === true) await resolveConversations(ctx, known);
  // Locked before any contact: deleting a stage locks in this order.
  if (stageId != null) await lockStage(ctx.tx, stageId);
  const results = new Map<string, Item>();
  for (const uuid of known) {
    const wire = wireId("cnt", uuid);
    try {
      const before = await contacts.get(ctx.tx, wire);
      const after = await contacts.update(
        ctx,
        wire,
        ({ tags }) => {
          const next = [...new Set([...tags.filter((tag) => !removed.has(tag)), ...added])];
          checkTagLimit("addTags", tags, next);
          return {
            tags: next,
            ...(ownerId === undefined ? {} : { ownerId }),
            ...(stageId === undefined ? {} : { stageId }),
            ...(blocked === undefined ? {} : { blocked }),
          };
        },
        true,
      );
      results.set(wire, { id: wire, outcome: isDeepStrictEqual(before, after) ? "unchanged" : "updated", code: null, message: null });
    } catch (error) {
      // Only for refusals before any write; after a failed statement the transaction cannot continue.
      if (!(error instanceof AppError) || !ownFailures.has(error.code)) throw error;
      results.set(wire, { id: wire, outcome: "failed", code: error.code as Item["code"], message: error.message });
    }
  }
  const all = [...new Set(ids)].map(
    (id) => results.get(id) ?? { id, outcome: "failed" as const, code: "not_found" as const, message: new AppError("not_found").message },
  );
  const count = (outcome: Item["outcome"]) => all.filter((item) => item.outcome === outcome).length;
  return { results: all, updated: count("updated"), unchanged: count("unchanged"), failed: count("failed") };
}
