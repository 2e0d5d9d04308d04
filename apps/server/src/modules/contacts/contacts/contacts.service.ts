import type { ContactFieldsService } from "#modules/contacts/contact-fields/index.ts";
import { mergeCustomFields } from "#modules/contacts/custom-fields/index.ts";
import type { EntitlementsService } from "#modules/organizations/entitlements/index.ts";
import { lockStage } from "#modules/sales/pipelines/index.ts";
import { getMember } from "#modules/organizations/tenants/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import { sqlState, type Tx } from "#platform/db/database.ts";
import { AppError, invalidField, notFound } from "#platform/errors/app-error.ts";
import { appendEvents } from "#platform/events/log.ts";
import type { TxContext } from "#platform/http/context.ts";
import { readIdList } from "#platform/http/reading/id-list.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import { normalizePhone, phoneKey } from "#platform/phone/phone.ts";
import { activitiesOf, recordActivities } from "./activities.ts";
import { contactAllowance } from "./contact-allowance.ts";
import { readContactInput } from "./contact-input.ts";
import { planContactSearch } from "./contact-search.ts";
import type { ContactFollower } from "./merging/merge-followers.ts";
import { changesBetween, renderContact, storedValues } from "./contact-render.ts";
import * as queries from "./contacts.queries.ts";
import { beingErased } from "./erasing.ts";
import { contactMergedError } from "./merging/merged-error.ts";
import type { Contact, CreateContact, UpdateContact } from "./contacts.schema.ts";

export interface ContactsDeps {
  ids: IdSource;
  /** Kinds of channel whose addresses are phone numbers. */
  phoneKinds: string[];
  /** Read when a merge is made or undone, because the modules that follow are created after this one. */
  followers(): readonly ContactFollower[];
  fields: Pick<ContactFieldsService, "check">;
  entitlements: Pick<EntitlementsService, "claim">;
  /**
   * Resolves the unresolved conversations of contacts (uuids) that are being blocked. Locks conversations, so it must run before contacts
   * are locked.
   */
  resolveConversations(ctx: TxContext, contactIds: string[]): Promise<void>;
}

/** The change of a contact, or a function that derives it from the locked contact. */
export type ContactChange = UpdateContact | ((contact: { tags: string[] }) => UpdateContact);

export interface ContactFilter {
  /** Wire ids, separated by commas. */
  ids?: string;
  q?: string;
  tag?: string;
  optIn?: string;
  phone?: string;
  /** Case-insensitive. */
  email?: string;
  /** Wire ids, or none. */
  ownerId?: string;
  stageId?: string;
  blocked?: boolean;
}

/** How many contacts with the same e-mail address a list shows. */
const sameEmailMax = 1_000;

/** Stands for an id in a filter that cannot exist: matches nothing, exactly like another tenant's id. */
const nilId = "00000000-0000-0000-0000-000000000000";

/** null: none. */
function parseIdOrNone(given: string | undefined, parse: (wire: string) => string | null): string | null | undefined {
  return given === undefined ? undefined : given === "none" ? null : (parse(given) ?? nilId);
}

export function createContactsService(deps: ContactsDeps) {
  async function find(tx: Tx, wire: string, lock: queries.ContactLock): Promise<queries.ContactRow> {
    const id = parseWireId("cnt", wire);
    const row = id === null ? null : await queries.findContact(tx, id, lock);
    if (row === null) throw notFound(wire);
    return row;
  }

  async function renderOne(tx: Tx, row: queries.ContactRow): Promise<Contact> {
    return renderContact(row, await queries.listIdentities(tx, [row.id]));
  }

  async function ownerOf(tx: Tx, id: string | null | undefined): Promise<string | null | undefined> {
    return id === undefined || id === null ? id : (await getMember(tx, id, true)).userId;
  }

  /** Locks the stage until the transaction ends. Must run before the contact is locked, because deleting a stage locks in that order. */
  async function stageOf(tx: Tx, id: string | null | undefined): Promise<string | null | undefined> {
    return id === undefined || id === null ? id : (await lockStage(tx, id)).id;
  }

  return {
    /** Throws not_found. */
    async get(tx: Tx, wire: string): Promise<Contact> {
      return renderOne(tx, await find(tx, wire, "none"));
    },

    /** Contacts by uuid, in the order of the ids; deleted ones are left out. */
    async listByIds(tx: Tx, ids: string[]): Promise<Contact[]> {
      const rows = new Map((await queries.listContactsById(tx, ids)).map((row) => [row.id, row]));
      return this.renderPage(
        tx,
        ids.flatMap((id) => rows.get(id) ?? []),
      );
    },

    /** The uuids of contacts with a number (E.164 or national notation), including national variants. */
    async findByPhone(tx: Tx, phone: string): Promise<string[]> {
      const read = normalizePhone(phone);
      return read === null ? [] : queries.findContactsByPhone(tx, phoneKey(read.digits), deps.phoneKinds);
    },

    /** The uuids of contacts with an email, case-insensitive; at most two. */
    findByEmail: (tx: Tx, email: string): Promise<string[]> => queries.findContactsByEmail(tx, email, 2),

    /**
     * Locks an e-mail until the transaction ends, against others who look it up through this function or create a contact with it, because
     * e-mails are not unique.
     */
    lockEmail: (tx: Tx, email: string): Promise<void> => queries.lockEmail(tx, email),

    /** Up to `limit` rows after a position; their identities take one more query, see `renderPage`. */
    async list(tx: Tx, filter: ContactFilter, after: string[] | null, limit: number): Promise<queries.ContactRow[]> {
      const phone = filter.phone === undefined ? undefined : normalizePhone(filter.phone);
      if (phone === null) throw invalidField("phone", "invalid_format");
      if (filter.q?.trim() === "") throw invalidField("q", "too_short");
      const byPhone = phone === undefined ? undefined : await queries.findContactsByPhone(tx, phoneKey(phone.digits), deps.phoneKinds);
      const byEmail = filter.email === undefined ? undefined : await queries.findContactsByEmail(tx, filter.email, sameEmailMax);
      const allowed = [readIdList("cnt", filter.ids), byPhone, byEmail].filter((ids) => ids !== undefined);
      return queries.listContacts(
        tx,
        {
          search: filter.q === undefined ? null : planContactSearch(filter.q),
          tag: filter.tag,
          optIn: filter.optIn,
          ids: allowed[0]?.filter((id) => allowed.every((ids) => ids.includes(id))),
          ownerId: parseIdOrNone(filter.ownerId, (wire) => parseWireId("agt", wire) ?? parseWireId("usr", wire)),
          stageId: parseIdOrNone(filter.stageId, (wire) => parseWireId("stg", wire)),
          blocked: filter.blocked,
        },
        after,
        limit,
      );
    },

    async renderPage(tx: Tx, rows: queries.ContactRow[]): Promise<Contact[]> {
      if (rows.length === 0) return [];
      const identities = Map.groupBy(
        await queries.listIdentities(
          tx,
          rows.map((row) => row.id),
        ),
        (identity) => identity.contact_id,
      );
      return rows.map((row) => renderContact(row, identities.get(row.id) ?? []));
    },

    /** In the order of the ids. */
    async byId(tx: Tx, ids: string[]): Promise<Contact[]> {
      if (ids.length === 0) return [];
      const rows = await queries.listContactsById(tx, ids);
      return this.renderPage(
        tx,
        ids.flatMap((id) => rows.find((row) => row.id === id) ?? []),
      );
    },

    /**
     * 400 without a name, phone or e-mail; 403 entitlement_exceeded; 404 for an unknown owner or stage; 409
     * already_exists, naming the contact that has the phone. `complete`: required fields must be given; false for data that nobody here
     * has entered.
     */
    async create(ctx: TxContext, input: CreateContact, complete = ctx.actor.kind !== "system"): Promise<Contact> {
      const contactValues = readContactInput(input);
      if (contactValues.name == null && contactValues.phone == null && contactValues.email == null) throw identifierMissing();
      const ownerId = (await ownerOf(ctx.tx, input.ownerId)) ?? null;
      const stageId = (await stageOf(ctx.tx, input.stageId)) ?? null;
      const values: queries.ContactValuesStored = {
        name: null,
        phone: null,
        phoneKey: null,
        email: null,
        source: "api",
        tags: [],
        language: null,
        timezone: null,
        country: null,
        optIn: "unknown",
        ...contactValues,
        customFields: mergeCustomFields({}, await deps.fields.check(ctx.tx, input.customFields ?? {}, complete)),
        ownerId,
        stageId,
        blockedAt: null,
      };
      if (values.phoneKey !== null) {
        const [other] = await queries.findContactsByPhone(ctx.tx, values.phoneKey, deps.phoneKinds);
        if (other !== undefined) throw alreadyExists(other);
      }
      await deps.entitlements.claim(ctx.tx, ctx.now, contactAllowance.name);
      const id = deps.ids.uuid();
      const row = await queries.insertContact(ctx.tx, ctx.now, id, values);
      if (row === null) throw alreadyExists((await queries.findContactsByPhone(ctx.tx, values.phoneKey as string, []))[0] ?? null);
      await recordAudit(ctx, deps.ids, "contact.created", wireId("cnt", id));
      await appendEvents(ctx.tx, ctx.now, [
        {
          id: deps.ids.uuid(),
          type: "contact.created",
          data: { contactId: wireId("cnt", id), name: row.name, phone: row.phone, source: row.source },
        },
      ]);
      return renderContact(row, []);
    },

    /**
     * 404; 409 already_exists for another contact's phone, conflict for a merged contact. Writes nothing if nothing
     * changes. Blocking resolves the contact's conversations; `resolved`: the caller has done that already.
     */
    async update(ctx: TxContext, wire: string, change: ContactChange, resolved = false): Promise<Contact> {
      if (!resolved && typeof change === "object" && change.blocked === true) {
        const { id, blocked_at } = await find(ctx.tx, wire, "none");
        if (blocked_at === null) await deps.resolveConversations(ctx, [id]);
      }
      const held = await stageOf(ctx.tx, typeof change === "object" ? change.stageId : undefined);
      const row = await find(ctx.tx, wire, "update");
      if (row.merged_into_id !== null) throw contactMergedError(row.merged_into_id);
      if (row.erasing_at !== null) throw beingErased();
      const input = typeof change === "function" ? change({ tags: row.tags }) : change;
      const values = readContactInput(input);
      const ownerId = await ownerOf(ctx.tx, input.ownerId);
      // The caller that passed a function has already locked the stage that it returns.
      const stageId = typeof change === "function" ? await stageOf(ctx.tx, input.stageId) : held;
      const before = storedValues(row);
      const after: queries.ContactValuesStored = {
        ...before,
        ...values,
        ...(ownerId === undefined ? {} : { ownerId }),
        ...(stageId === undefined ? {} : { stageId }),
        ...(input.customFields === undefined
          ? {}
          : { customFields: mergeCustomFields(before.customFields, await deps.fields.check(ctx.tx, input.customFields, false)) }),
        ...(input.blocked === undefined ? {} : { blockedAt: input.blocked ? (before.blockedAt ?? ctx.now) : null }),
      };
      const changes = changesBetween(before, after);
      if (Object.keys(changes).length === 0) return renderOne(ctx.tx, row);
      const identities = await queries.listIdentities(ctx.tx, [row.id]);
      if (after.name === null && after.phone === null && after.email === null && identities.length === 0) throw identifierMissing();
      if (after.phoneKey !== null && after.phoneKey !== before.phoneKey) {
        const owners = await queries.findContactsByPhone(ctx.tx, after.phoneKey, deps.phoneKinds);
        const other = owners.find((id) => id !== row.id);
        if (other !== undefined) throw alreadyExists(other);
      }
      const changed = await queries.updateContact(ctx.tx, ctx.now, row.id, after).catch((error: unknown) => {
        // Another request has stored the phone since the check above. The failed transaction can no longer be queried for it.
        throw sqlState(error) === "23505" ? alreadyExists(null) : error;
      });
      await recordAudit(ctx, deps.ids, "contact.updated", wire, { fields: Object.keys(changes) });
      await recordActivities(ctx.tx, deps.ids, ctx.now, ctx.actor, activitiesOf(row.id, changes));
      await appendEvents(ctx.tx, ctx.now, [{ id: deps.ids.uuid(), type: "contact.updated", data: { contactId: wire, changes } }]);
      return renderContact(changed, identities);
    },

    /**
     * Also deletes the contacts merged into it. 409 conflict for a merged contact, and while the contact has
     * conversations, calls, deals, orders or tickets, which only an erasure removes.
     */
    async delete(ctx: TxContext, wire: string): Promise<{ id: string; deleted: true }> {
      const row = await find(ctx.tx, wire, "delete");
      if (row.merged_into_id !== null) throw contactMergedError(row.merged_into_id);
      if (row.erasing_at !== null) throw beingErased();
      await queries.deleteContact(ctx.tx, row.id).catch((error: unknown) => {
        throw sqlState(error) === "23503"
          ? new AppError("conflict", {
              message:
                "The contact has conversations, calls, deals, orders or tickets, so it cannot be deleted. Block or erase it instead.",
            })
          : error;
      });
      await recordAudit(ctx, deps.ids, "contact.deleted", wire);
      return { id: wire, deleted: true };
    },
  };
}

export type ContactsService = ReturnType<typeof createContactsService>;

function identifierMissing(): AppError {
  return new AppError("validation_error", {
    message: "A contact needs a name, a phone or an email.",
    details: [
      { field: "phone", issue: "required" },
      { field: "name", issue: "required" },
      { field: "email", issue: "required" },
    ],
  });
}

function alreadyExists(id: string | null): AppError {
  return new AppError("already_exists", {
    message: "A contact with this phone number already exists.",
    details: [{ field: "phone", issue: "exists", ...(id === null ? {} : { id: wireId("cnt", id) }) }],
  });
}
