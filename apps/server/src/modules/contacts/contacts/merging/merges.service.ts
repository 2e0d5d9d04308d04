import { recordAudit } from "#platform/audit/audit.ts";
import type { Tx } from "#platform/db/database.ts";
import { AppError, invalidField, notFound } from "#platform/errors/app-error.ts";
import { appendEvents } from "#platform/events/log.ts";
import type { TxContext } from "#platform/http/context.ts";
import { parseWireId, wireId } from "#platform/ids/ids.ts";
import { phoneKey } from "#platform/phone/phone.ts";
import { combine, laterOf, type MergeGains, type MergeValues, splitGains } from "./contact-merge.ts";
import { changesBetween, renderContact, storedValues } from "../contact-render.ts";
import * as contacts from "../contacts.queries.ts";
import type { Contact } from "../contacts.schema.ts";
import type { ContactsDeps } from "../contacts.service.ts";
import { contactMergedError } from "./merged-error.ts";
import { beingErased } from "../erasing.ts";
import { moveFollowers, undoFollowers, without } from "./merge-followers.ts";
import { isUndoable, signature, undoableUntil, undoDays } from "./merge-journal.ts";
import { dismissMerge, suggestMerges } from "./merge-suggestions.ts";
import * as queries from "./merges.queries.ts";
import type { MergeSuggestion } from "./merges.schema.ts";
import { type OptIn, optInFromStored, optInOfRow, optInWith, storedOptIn } from "../opting-out/opt-in.ts";
import { type StandingMerge, undoMerge, type UndoneMerge } from "./undo-merge.ts";

export function createMergesService(deps: ContactsDeps) {
  async function find(tx: Tx, wire: string, lock: contacts.ContactLock = "none"): Promise<contacts.ContactRow> {
    const id = parseWireId("cnt", wire);
    const row = id === null ? null : await contacts.findContact(tx, id, lock);
    if (row === null) throw notFound(wire);
    return row;
  }

  /** Locks both in id order, so that two writers do not deadlock. */
  async function lockBoth(tx: Tx, a: string, b: string): Promise<[contacts.ContactRow, contacts.ContactRow]> {
    const locked = new Map<string, contacts.ContactRow>();
    for (const id of [a, b].sort()) {
      const row = await contacts.findContact(tx, id, "update");
      if (row === null) throw notFound();
      locked.set(id, row);
    }
    return [locked.get(a) as contacts.ContactRow, locked.get(b) as contacts.ContactRow];
  }

  const render = async (tx: Tx, id: string) =>
    renderContact((await contacts.findContact(tx, id)) as contacts.ContactRow, await contacts.listIdentities(tx, [id]));

  async function write(
    tx: Tx,
    now: Date,
    row: contacts.ContactRow,
    values: MergeValues,
    phone: { found: boolean },
  ): Promise<ReturnType<typeof changesBetween>> {
    const before = storedValues(row);
    const { blockedAt, lastInboundAt: _, ...same } = values;
    const after = {
      ...before,
      ...same,
      phoneKey: values.phone === null || !phone.found ? null : phoneKey(values.phone.slice(1)),
      blockedAt: blockedAt === null ? null : new Date(blockedAt),
    };
    await contacts.updateContact(tx, now, row.id, after);
    return changesBetween(before, after);
  }

  /** In the locked row of a survivor. `ends`: the merge itself is undone; otherwise one below it in a chain. */
  async function undoIn(
    tx: Tx,
    survivor: contacts.ContactRow,
    undone: queries.MergeRow,
    back: MergeGains,
    ends: boolean,
    root: string,
    identityIds: ReadonlySet<string>,
  ): Promise<UndoneMerge> {
    const rows = await queries.listStandingMerges(tx, survivor.id);
    const ids = rows.map(({ merged_id }) => merged_id);
    const merged = new Map((await contacts.listContactsById(tx, ids)).map((row) => [row.id, row]));
    const standing: StandingMerge[] = [];
    for (const row of rows) {
      const contact = merged.get(row.merged_id) as contacts.ContactRow;
      const values = mergeValues(contact);
      if (values.phone !== null && back.fields.phone !== undefined && (await isTaken(tx, values.phone, [survivor.id, root])))
        values.phone = null;
      standing.push(standingMerge(row, values, contact.opt_in_at));
    }
    const now = { values: mergeValues(survivor), optIn: optInOfRow(survivor) };
    const result = undoMerge(now, standing, undone.id, back, ends, identityIds);
    for (const { id, gave, before, after } of result.entries) await queries.rewriteMerge(tx, id, gave, before, after.at);
    return result;
  }

  async function isTaken(tx: Tx, phone: string, except: string[]): Promise<boolean> {
    const owners = await contacts.findContactsByPhone(tx, phoneKey(phone.slice(1)), []);
    return owners.some((id) => !except.includes(id));
  }

  return {
    /** Throws not_found. Most likely first. */
    async suggest(tx: Tx, wire: string): Promise<MergeSuggestion[]> {
      return suggestMerges(tx, await find(tx, wire), deps.phoneKinds);
    },

    /**
     * Records that the two are different people: neither is suggested for the other again. Throws not_found for either.
     */
    async dismiss(ctx: TxContext, wire: string, otherWire: string): Promise<{ contactId: string; dismissed: true }> {
      await dismissMerge(ctx, deps.ids, await find(ctx.tx, wire), await find(ctx.tx, otherWire));
      return { contactId: otherWire, dismissed: true };
    },

    /** Merges of and into a contact, newest first, after a position. Throws not_found. */
    async list(tx: Tx, wire: string, after: string[] | null, limit: number): Promise<queries.JournalRow[]> {
      return queries.listMerges(tx, (await find(tx, wire)).id, after, limit);
    },

    /**
     * Merges the second contact into the first. 400 for a contact with itself, 404 for either, 409 conflict if either was merged into a
     * third one. If it is already merged into this one, nothing happens.
     */
    async merge(ctx: TxContext, wire: string, otherWire: string): Promise<Contact> {
      const { tx, now } = ctx;
      await queries.lockMerges(tx);
      const survivorNow = await find(tx, wire);
      const mergedNow = await find(tx, otherWire);
      if (survivorNow.id === mergedNow.id) throw invalidField("contactId", "not_allowed", "A contact cannot be merged with itself.");
      if (survivorNow.merged_into_id !== null) throw contactMergedError(survivorNow.merged_into_id);
      if (survivorNow.erasing_at !== null || mergedNow.erasing_at !== null) throw beingErased();
      if (mergedNow.merged_into_id === survivorNow.id) return render(tx, survivorNow.id);
      if (mergedNow.merged_into_id !== null) throw contactMergedError(mergedNow.merged_into_id);

      // In the order in which a message takes its locks: identity, conversation, contact.
      const identityIds = await queries.moveIdentities(tx, mergedNow.id, survivorNow.id, null);
      await queries.moveConversations(tx, now, mergedNow.id, survivorNow.id, identityIds);
      const blocks = isOneBlocked(survivorNow, mergedNow);
      if (blocks) await deps.resolveConversations(ctx, [survivorNow.id]);
      const [survivor, merged] = await lockBoth(tx, survivorNow.id, mergedNow.id);
      // A message may have given the merged contact an address before its row was locked; from here on none can.
      const late = await queries.moveIdentities(tx, merged.id, survivor.id, null);
      if (late.length > 0) await queries.moveConversations(tx, now, merged.id, survivor.id, late);
      identityIds.push(...late);
      // Somebody has blocked one of them, or an address was added, since the check above.
      if ((!blocks || late.length > 0) && isOneBlocked(survivor, merged)) await deps.resolveConversations(ctx, [survivor.id]);
      const followed = await moveFollowers(deps.followers(), ctx, merged.id, survivor.id);
      const before = mergeValues(survivor);
      const { values, gains } = combine(before, mergeValues(merged));
      await queries.markMerged(tx, now, merged.id, survivor.id);
      const changes = await write(tx, now, survivor, values, { found: true });
      const optInAt = laterOf(instant(survivor.opt_in_at), instant(merged.opt_in_at));
      await queries.setInboundAndOptInTimes(tx, survivor.id, values.lastInboundAt, { at: optInAt });
      if (merged.phone_key !== null && values.phone !== merged.phone) identityIds.push(...(await keepPhone(ctx, merged, survivor.id)));
      await queries.enqueueMoves(tx, now, identityIds);
      await queries.insertMerge(tx, now, {
        id: deps.ids.uuid(),
        survivorId: survivor.id,
        mergedId: merged.id,
        identityIds,
        followed,
        gave: gains,
        before: { ...before, ...storedOptIn(optInOfRow(survivor)) },
        optInAt,
        by: signature(ctx.actor),
      });

      const ids = { contactId: wireId("cnt", survivor.id), mergedContactId: wireId("cnt", merged.id) };
      await recordAudit(ctx, deps.ids, "contact.merged", ids.contactId, { merged: ids.mergedContactId, fields: Object.keys(changes) });
      await recordAudit(ctx, deps.ids, "contact.merged_away", ids.mergedContactId, { into: ids.contactId });
      await appendEvents(tx, now, [
        { id: deps.ids.uuid(), type: "contact.merged", data: { ...ids, undoableUntil: undoableUntil(now) } },
        {
          id: deps.ids.uuid(),
          type: "contact.updated",
          data: { contactId: ids.contactId, changes, reason: "merge", otherContactId: ids.mergedContactId },
        },
      ]);
      return render(tx, survivor.id);
    },

    /**
     * Restores the contact with its identities, everything said on them, also since the merge, and the rows that followed. 409 conflict if
     * it was merged more than 30 days ago. If it is not merged, nothing happens.
     */
    async unmerge(ctx: TxContext, wire: string): Promise<Contact> {
      const { tx, now } = ctx;
      await queries.lockMerges(tx);
      const found = await find(tx, wire);
      const [own, ...chain] = await queries.listMergesUpward(tx, found.id);
      if (own === undefined) return render(tx, found.id);
      if (found.erasing_at !== null) throw beingErased();
      if (!isUndoable(own.merged_at, now)) throw new AppError("conflict", { message: `A merge can only be undone for ${undoDays} days.` });
      const rootId = (chain.at(-1) ?? own).survivor_id;

      const ofPhone =
        found.phone === null
          ? []
          : await queries.listIdentitiesOfPhone(tx, rootId, phoneKey(found.phone.slice(1)), deps.phoneKinds, own.merged_at);
      const identityIds = await queries.moveIdentities(tx, rootId, found.id, [...own.identity_ids, ...ofPhone]);
      await queries.moveConversations(tx, now, rootId, found.id, identityIds);
      // A contact that was blocked before the merge is blocked again, even if the survivor has been unblocked since.
      if (found.blocked_at !== null) await deps.resolveConversations(ctx, [found.id]);
      const [root, merged] = await lockBoth(tx, rootId, found.id);
      await undoFollowers(deps.followers(), ctx, root.id, merged.id, own.followers);
      await queries.unmarkMerged(tx, merged.id);

      // Up the chain, each survivor gives back only what came from below, and keeps what others merged into it give as well.
      const leaving = new Set(identityIds);
      let said = optInOfRow(merged);
      let back = own.gave;
      let link = own;
      for (const next of chain) {
        const survivor = (await contacts.findContact(tx, link.survivor_id, "update")) as contacts.ContactRow;
        const undone = await undoIn(tx, survivor, link, back, link === own, root.id, leaving);
        said = optInAfter(said, undone);
        await write(tx, now, survivor, undone.values, { found: false });
        await queries.setInboundAndOptInTimes(tx, survivor.id, undone.values.lastInboundAt, undone.optIn);
        const split = splitGains(next.gave, undone.reverted);
        const kept = next.identity_ids.filter((id) => !own.identity_ids.includes(id));
        await queries.updateMerge(tx, next.id, kept, without(next.followers, own.followers), split.rest);
        back = split.back;
        link = next;
      }
      const ofRoot = await undoIn(tx, root, link, back, link === own, root.id, leaving);
      said = optInAfter(said, ofRoot);
      await queries.endMerge(tx, now, own.id, signature(ctx.actor));
      const changes = await write(tx, now, root, ofRoot.values, { found: true });
      await queries.setInboundAndOptInTimes(tx, root.id, await queries.lastInboundOf(tx, root.id), ofRoot.optIn);

      const values = mergeValues(merged);
      if (values.phone !== null && (await isTaken(tx, values.phone, []))) values.phone = null;
      values.optIn = said.optIn;
      const mergedChanges = await write(tx, now, merged, values, { found: true });
      await queries.setInboundAndOptInTimes(tx, merged.id, await queries.lastInboundOf(tx, merged.id), said);
      await queries.enqueueMoves(tx, now, identityIds);

      const ids = { contactId: wireId("cnt", merged.id), rootId: wireId("cnt", root.id) };
      await recordAudit(ctx, deps.ids, "contact.unmerged", ids.contactId, { from: ids.rootId });
      await recordAudit(ctx, deps.ids, "contact.merge_undone", ids.rootId, { merged: ids.contactId, fields: Object.keys(changes) });
      const updated = (contactId: string, otherContactId: string, changed: object) => ({
        id: deps.ids.uuid(),
        type: "contact.updated",
        data: { contactId, changes: changed, reason: "unmerge", otherContactId },
      });
      await appendEvents(tx, now, [
        updated(ids.rootId, ids.contactId, changes),
        updated(ids.contactId, ids.rootId, { ...mergedChanges, mergedIntoId: { from: ids.rootId, to: null } }),
      ]);
      return render(tx, merged.id);
    },
  };

  /** Keeps the survivor's second number as an address, so that a message from or to it finds the contact. */
  async function keepPhone(ctx: TxContext, merged: contacts.ContactRow, survivorId: string): Promise<string[]> {
    const made: string[] = [];
    for (const kind of deps.phoneKinds) {
      const identity = {
        id: deps.ids.uuid(),
        contactId: survivorId,
        kind,
        address: (merged.phone as string).slice(1),
        key: merged.phone_key as string,
      };
      made.push(...(await queries.addPhoneIdentity(ctx.tx, ctx.now, identity)).map((row) => row.id));
    }
    return made;
  }
}

export type MergesService = ReturnType<typeof createMergesService>;

function mergeValues(row: contacts.ContactRow): MergeValues {
  return {
    name: row.name,
    phone: row.phone,
    email: row.email,
    ownerId: row.owner_id,
    stageId: row.stage_id,
    language: row.language,
    timezone: row.timezone,
    country: row.country,
    blockedAt: instant(row.blocked_at),
    lastInboundAt: instant(row.last_inbound_at),
    tags: row.tags,
    customFields: row.custom_fields,
    optIn: row.opt_in,
  };
}

/** The result is blocked although one of the two was not: its conversations are resolved, as blocking does. */
function isOneBlocked(a: contacts.ContactRow, b: contacts.ContactRow): boolean {
  return (a.blocked_at === null) !== (b.blocked_at === null);
}

function standingMerge(row: queries.StandingRow, values: MergeValues, mergedOptInAt: Date | null): StandingMerge {
  const before = optInFromStored(row.before, row.opt_in_at);
  return {
    id: row.id,
    gave: row.gave,
    before,
    after: { optIn: row.gave.optIn?.to ?? before.optIn, at: instant(row.opt_in_at) },
    merged: { values, optInAt: instant(mergedOptInAt) },
  };
}

/** An opt-out while it was merged may have been this person's; an opt-in was if it came through one of its addresses. Pure. */
function optInAfter(own: OptIn, { stated, said }: UndoneMerge): OptIn {
  return optInWith(stated?.optIn === "opted_out" ? stated : own, said);
}

function instant(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}
