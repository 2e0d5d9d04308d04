import type { AudienceNode, AudienceRules, SegmentsService } from "#modules/contacts/segments/index.ts";
import { normalizeRules } from "#modules/contacts/segments/index.ts";
import type { Tx } from "#platform/db/database.ts";
import { AppError, invalidField, notFound } from "#platform/errors/app-error.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import { existingContacts } from "./recipients.queries.ts";
import type { TargetAudience } from "../broadcasts.schema.ts";

/** Exactly one of the four, as stored and shown. */
export type StoredAudience = { segmentId: string } | AudienceRules | { contactIds: string[] } | { all: true };

/** A broadcast's audience, ready for a query: by rules, or individually (uuids). */
export type FoundAudience = { rules: AudienceRules | null } | { contactIds: string[] };

const at = "targetAudience";
const everybody: AudienceNode = { all: [] };

export function audienceEmpty(): AppError {
  return new AppError("audience_empty", { details: [{ field: at, issue: "required" }] });
}

/**
 * Reads an audience. 404 for an unknown segment or contact, before anything else; 422 audience_empty for none of the
 * four, or an empty one; 400 for two of them, and for invalid rules.
 */
export async function readAudience(
  tx: Tx,
  segments: Pick<SegmentsService, "get" | "check">,
  now: Date,
  input: TargetAudience,
): Promise<StoredAudience> {
  const { segmentId, match, rules, exclude, contactIds, all } = input;
  if (segmentId !== undefined) await segments.get(tx, segmentId);
  const ids = new Map(contactIds?.map((wire) => [wire, parseWireId("cnt", wire)]));
  const known =
    ids.size === 0
      ? new Set()
      : await existingContacts(
          tx,
          [...ids.values()].filter((id) => id !== null),
        );
  const missing = [...ids].filter(([, id]) => !known.has(id));
  if (missing.length > 0) throw notFound(...missing.map(([wire]) => wire));
  const kinds = [
    ["segmentId", segmentId],
    ["rules", rules],
    ["contactIds", contactIds],
    ["all", all],
  ].filter(([, value]) => value !== undefined);
  if (kinds.length === 0) throw audienceEmpty();
  const [, second] = kinds;
  if (second !== undefined) throw invalidField(`${at}.${second[0]}`, "not_allowed", "Send one of segmentId, rules, contactIds and all.");
  if (exclude !== undefined && rules === undefined) throw invalidField(`${at}.exclude`, "not_allowed", "It is only allowed with rules.");
  if (segmentId !== undefined) return { segmentId };
  if (contactIds !== undefined) {
    if (contactIds.length === 0) throw audienceEmpty();
    return { contactIds: [...new Set(contactIds)] };
  }
  if (rules === undefined) return { all: true };
  if (rules.length === 0) throw audienceEmpty();
  const audienceRules = {
    ...(match === undefined ? {} : { match }),
    rules,
    ...(exclude === undefined ? {} : { exclude }),
  } as AudienceRules;
  await segments.check(tx, now, audienceRules, at);
  return normalizeRules(audienceRules);
}

/** The current audience: a segment by its current rules. Throws not_found for a deleted segment. */
export async function findAudience(tx: Tx, segments: Pick<SegmentsService, "get">, audience: StoredAudience): Promise<FoundAudience> {
  if ("contactIds" in audience) return { contactIds: audience.contactIds.flatMap((wire) => parseWireId("cnt", wire) ?? []) };
  if ("segmentId" in audience) return { rules: (await segments.get(tx, audience.segmentId)).rules };
  return { rules: "all" in audience ? null : audience };
}

/** Rules as the database evaluates them; null: everybody. within_last counts back from `now`. */
export function compileRules(
  tx: Tx,
  segments: Pick<SegmentsService, "compile">,
  now: Date,
  rules: AudienceRules | null,
): Promise<AudienceNode> {
  return rules === null ? Promise.resolve(everybody) : segments.compile(tx, now, rules, at);
}
