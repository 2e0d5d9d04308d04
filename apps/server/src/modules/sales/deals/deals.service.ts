import { lockContact } from "#modules/contacts/contacts/index.ts";
import { lockTargetStage, type StageRow } from "#modules/sales/pipelines/index.ts";
import { getMember } from "#modules/organizations/tenants/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import { actorWireId } from "#platform/auth/actor.ts";
import type { Tx } from "#platform/db/database.ts";
import { brokenRule, invalidField, notFound } from "#platform/errors/app-error.ts";
import { appendEvents } from "#platform/events/log.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId } from "#platform/ids/ids.ts";
import { readCurrency, readValue, toDecimal } from "#platform/money/money.ts";
import { planTextSearch } from "#platform/text/search.ts";
import { normalForm } from "#platform/text/normal.ts";
import * as queries from "./deals.queries.ts";
import { dealChanges, renderDeal } from "./deals.render.ts";
import type { CreateDeal, Deal, UpdateDeal } from "./deals.schema.ts";
import { dealEvent } from "./deal-event.ts";

export interface DealsDeps {
  ids: IdSource;
  /** Not found if the caller may not see the conversation. */
  conversations: { get(ctx: TxContext, wire: string): Promise<{ contactId: string }> };
}

/** Beyond this, adjacent doubles are too far apart to fit one between them. */
const positionMax = 1e12;

export function createDealsService(deps: DealsDeps) {
  async function find(tx: Tx, wire: string, lock = false): Promise<queries.DealRow> {
    const id = parseWireId("deal", wire);
    const row = id === null ? null : await queries.findDeal(tx, id, lock);
    if (row === null) throw notFound(wire);
    return row;
  }

  async function ownerOf(tx: Tx, id: string | null | undefined): Promise<string | null | undefined> {
    return id === undefined || id === null ? id : (await getMember(tx, id, true)).userId;
  }

  /** The conversation's uuid, and its contact. Throws not_found. */
  async function conversationOf(ctx: TxContext, wire: string): Promise<{ id: string; contactId: string }> {
    const { contactId } = await deps.conversations.get(ctx, wire);
    return { id: parseWireId("conv", wire) as string, contactId };
  }

  async function begin(ctx: TxContext, dealId: string, stage: StageRow): Promise<void> {
    await queries.beginStays(ctx.tx, ctx.now, [{ id: deps.ids.uuid(), dealId }], stage, actorWireId(ctx.actor));
  }

  return {
    /** Throws not_found. */
    async get(tx: Tx, wire: string): Promise<Deal> {
      return renderDeal(await find(tx, wire));
    },

    /**
     * Up to `limit` rows after a position. 400 for a search without letters or digits, and for an order that the
     * filters do not allow.
     */
    async list(
      tx: Tx,
      filter: Omit<queries.DealFilter, "search"> & { q: string | undefined },
      sort: "createdAt" | "position",
      after: string[] | null,
      limit: number,
    ): Promise<queries.DealRow[]> {
      const { q, ...rest } = filter;
      const search = q === undefined ? undefined : planTextSearch(q);
      if (search === null) throw invalidField("q", "too_short");
      if (sort === "position" && (rest.stageId === undefined || search !== undefined))
        throw invalidField("sort", "not_allowed", "sort=position orders one stage: send stageId, and no q.");
      return queries.listDeals(tx, { ...rest, search }, sort, after, limit);
    },

    /** A deal's stages, newest first. Throws not_found. */
    async history(tx: Tx, wire: string, after: string[] | null, limit: number): Promise<queries.StayRow[]> {
      return queries.listStays(tx, (await find(tx, wire)).id, after, limit);
    },

    /**
     * 400 without contact and conversation; 404 for any unknown reference; 409 for a merged contact; 422 for an amount
     * without a currency, a lost stage without a reason, and a stage of another pipeline.
     */
    async create(ctx: TxContext, input: CreateDeal): Promise<Deal> {
      const { tx, now } = ctx;
      const dealValues = readInput(input);
      const conversation = input.conversationId == null ? null : await conversationOf(ctx, input.conversationId);
      const contact = input.contactId ?? conversation?.contactId;
      if (contact === undefined) throw invalidField("contactId", "required", "A deal needs a contact, or a conversation that has one.");
      const contactId = await lockContact(tx, contact);
      const ownerId = (await ownerOf(tx, input.ownerId)) ?? null;
      const stage = await lockTargetStage(tx, input);
      const values: queries.DealValues = {
        title: dealValues.title as string,
        amount: dealValues.amount ?? null,
        currency: dealValues.currency ?? null,
        contact_id: contactId,
        conversation_id: conversation?.id ?? null,
        owner_id: ownerId,
        pipeline_id: stage.pipeline_id,
        stage_id: stage.id,
        ...closing(stage, null, input.lostReason, now),
        position: dealValues.position ?? (await queries.endOfStage(tx, stage)),
        expected_close_at: dealValues.expectedCloseAt ?? null,
        stage_entered_at: now,
      };
      checkCurrency(values);
      const id = deps.ids.uuid();
      const deal = renderDeal(await queries.insertDeal(tx, now, id, values));
      await begin(ctx, id, stage);
      await recordAudit(ctx, deps.ids, "deal.created", deal.id, { stageId: deal.stageId, contactId: deal.contactId });
      await appendEvents(tx, now, [dealEvent(deps.ids, deal, "created", dealChanges(null, deal))]);
      return deal;
    },

    /**
     * Like `create`, for the given fields. Concurrent updates run one after the other, each seeing the previous result.
     * Writes nothing if nothing changes.
     */
    async update(ctx: TxContext, wire: string, input: UpdateDeal): Promise<Deal> {
      const { tx, now } = ctx;
      const values = readInput(input);
      const conversationId = input.conversationId == null ? input.conversationId : (await conversationOf(ctx, input.conversationId)).id;
      // Contact, stage, deal: the lock order of merges and of deletions of stages.
      const contactId = input.contactId === undefined ? undefined : await lockContact(tx, input.contactId);
      const ownerId = await ownerOf(tx, input.ownerId);
      const target = input.stageId === undefined && input.pipelineId === undefined ? null : await lockTargetStage(tx, input);
      const row = await find(tx, wire, true);
      // Naming only the pipeline that it is already in is not a move.
      const stage = input.stageId === undefined && target?.pipeline_id === row.pipeline_id ? null : target;
      const moves = stage !== null && stage.id !== row.stage_id;
      const after: queries.DealValues = {
        ...row,
        title: values.title ?? row.title,
        amount: values.amount === undefined ? row.amount : values.amount,
        currency: values.currency === undefined ? row.currency : values.currency,
        contact_id: contactId ?? row.contact_id,
        conversation_id: conversationId === undefined ? row.conversation_id : conversationId,
        owner_id: ownerId === undefined ? row.owner_id : ownerId,
        expected_close_at: values.expectedCloseAt === undefined ? row.expected_close_at : values.expectedCloseAt,
        ...closing(moves ? stage : { kind: row.status }, row, input.lostReason, now),
        ...(moves ? { pipeline_id: stage.pipeline_id, stage_id: stage.id, stage_entered_at: later(now, row.stage_entered_at) } : {}),
        position: values.position ?? (moves ? await queries.endOfStage(tx, stage) : row.position),
      };
      checkCurrency(after);
      const before = renderDeal(row);
      const changes = dealChanges(before, renderDeal({ ...row, ...after }));
      if (Object.keys(changes).length === 0) return before;
      const deal = renderDeal(await queries.updateDeal(tx, now, row.id, after));
      if (moves) await begin(ctx, row.id, stage);
      await recordAudit(ctx, deps.ids, "deal.updated", wire, {
        fields: Object.keys(changes),
        ...(moves ? { stageId: { from: before.stageId, to: deal.stageId } } : {}),
      });
      await appendEvents(tx, now, [dealEvent(deps.ids, deal, "updated", changes)]);
      return deal;
    },

    /** With its history. */
    async delete(ctx: TxContext, wire: string): Promise<{ id: string; deleted: true }> {
      const deal = renderDeal(await find(ctx.tx, wire, true));
      await queries.deleteDeal(ctx.tx, parseWireId("deal", wire) as string);
      await recordAudit(ctx, deps.ids, "deal.deleted", wire, { contactId: deal.contactId });
      await appendEvents(ctx.tx, ctx.now, [dealEvent(deps.ids, deal, "deleted", {})]);
      return { id: wire, deleted: true };
    },
  };
}

export type DealsService = ReturnType<typeof createDealsService>;

interface DealInput {
  title?: string;
  amount?: string | null;
  currency?: string | null;
  position?: number;
  expectedCloseAt?: Date | null;
}

/** Validates what needs no query. A missing member of the body stays absent. Throws validation_error. */
function readInput(input: UpdateDeal): DealInput {
  const given: DealInput = {};
  if (input.title !== undefined) {
    given.title = normalForm("NFC", input.title.trim());
    if (given.title === "") throw invalidField("title", "too_short");
  }
  if (input.amount !== undefined) given.amount = input.amount === null ? null : toDecimal(readValue("amount", input.amount));
  if (input.currency !== undefined) given.currency = input.currency === null ? null : readCurrency("currency", input.currency);
  if (input.position !== undefined) {
    if (!(Math.abs(input.position) <= positionMax)) throw invalidField("position", "out_of_range");
    given.position = input.position;
  }
  if (input.expectedCloseAt !== undefined) given.expectedCloseAt = input.expectedCloseAt === null ? null : new Date(input.expectedCloseAt);
  return given;
}

function checkCurrency(values: Pick<queries.DealValues, "amount" | "currency">): void {
  if (values.amount !== null && values.currency === null) throw brokenRule("currency", "required", "An amount needs a currency.");
}

/**
 * What follows from the kind of the deal's current or new stage. Throws 422 for a loss without a reason, or a reason
 * without a loss.
 */
function closing(
  stage: Pick<StageRow, "kind">,
  row: queries.DealRow | null,
  lostReason: string | null | undefined,
  now: Date,
): Pick<queries.DealValues, "status" | "lost_reason" | "won_at" | "lost_at"> {
  const reason = (lostReason === undefined ? row?.lost_reason : lostReason)?.trim() || null;
  if (stage.kind === "lost" && reason === null) throw brokenRule("lostReason", "required", "A lost deal needs a reason.");
  if (stage.kind !== "lost" && lostReason != null)
    throw brokenRule("lostReason", "not_allowed", "Only a deal in a lost stage can have a lost reason.");
  return {
    status: stage.kind,
    lost_reason: stage.kind === "lost" ? reason : null,
    won_at: stage.kind === "won" ? (row?.won_at ?? now) : null,
    lost_at: stage.kind === "lost" ? (row?.lost_at ?? now) : null,
  };
}

function later(a: Date, b: Date): Date {
  return a > b ? a : b;
}
