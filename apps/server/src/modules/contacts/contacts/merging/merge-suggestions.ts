import { recordAudit } from "#platform/audit/audit.ts";
import type { Tx } from "#platform/db/database.ts";
import { invalidField } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import { renderContact } from "../contact-render.ts";
import { type ContactRow, listContactsById, listIdentities } from "../contacts.queries.ts";
import { type Hint, insertDismissal, listHints } from "./merge-suggestions.queries.ts";
import type { MergeSuggestion } from "./merges.schema.ts";
import { similarNames } from "./similar-names.ts";

const reasonScores: Record<Hint["reason"], number> = { phone: 0.9, email: 0.85, username: 0.5, name: 0.3 };
/** What a similar name adds to any other reason. */
const similarNameScore = 0.3;

/** Several reasons make it more likely; none makes it certain. */
export function suggestionScore(reasons: Hint["reason"][], namesSimilar: boolean): number {
  const scores = reasons.map((reason) => reasonScores[reason]);
  if (namesSimilar && !reasons.includes("name")) scores.push(similarNameScore);
  return Math.round((1 - scores.reduce((rest, score) => rest * (1 - score), 1)) * 100) / 100;
}

/** Contacts that may be the same person, most likely first, then newest; limited in number. None for a merged contact. */
export async function suggestMerges(tx: Tx, row: ContactRow, phoneKinds: string[]): Promise<MergeSuggestion[]> {
  if (row.merged_into_id !== null) return [];
  const hints = await listHints(tx, row, await listIdentities(tx, [row.id]), phoneKinds);
  const reasons = Map.groupBy(hints, (hint) => hint.id);
  const rows = await listContactsById(tx, [...reasons.keys()]);
  const identities = Map.groupBy(await listIdentities(tx, [...reasons.keys()]), (identity) => identity.contact_id);
  return rows
    .map((other) => {
      const found = (reasons.get(other.id) ?? []).map((hint) => hint.reason);
      const similar = row.name !== null && other.name !== null && similarNames(row.name, other.name);
      return {
        contact: renderContact(other, identities.get(other.id) ?? []),
        score: suggestionScore(found, similar),
        reasons: (["phone", "email", "username", "name"] as const).filter((reason) => found.includes(reason)),
      };
    })
    .sort((a, b) => b.score - a.score || (a.contact.id < b.contact.id ? 1 : -1));
}

/** 400 if both are the same contact. */
export async function dismissMerge(ctx: TxContext, ids: IdSource, row: ContactRow, other: ContactRow): Promise<void> {
  if (row.id === other.id) throw invalidField("contactId", "not_allowed", "The two contacts must be different.");
  await insertDismissal(ctx.tx, ctx.now, row.id, other.id, ctx.actor.id);
  await recordAudit(ctx, ids, "contact.merge_dismissed", wireId("cnt", row.id), { other: wireId("cnt", other.id) });
}
