import type { VoiceAgentsService } from "#modules/voice/voice-agents/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import { sqlState, type Tx } from "#platform/db/database.ts";
import { AppError, invalidField, notFound } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import { normalizePhone } from "#platform/phone/phone.ts";
import type { AccountsService } from "./accounts.service.ts";
import * as queries from "./numbers.queries.ts";
import type { CreatePhoneNumber, PhoneNumber, UpdatePhoneNumber } from "./telephony.schema.ts";

export interface NumbersDeps {
  ids: IdSource;
  voiceAgents: Pick<VoiceAgentsService, "find">;
}

const numbersMax = 500;

export function createNumbersService(deps: NumbersDeps, accounts: Pick<AccountsService, "find">) {
  async function find(tx: Tx, wire: string, lock = false): Promise<queries.NumberRow> {
    const id = parseWireId("pnr", wire);
    const row = id === null ? null : await queries.findNumber(tx, id, lock);
    if (row === null) throw notFound(wire);
    return row;
  }

  const agentOf = async (tx: Tx, wire: string | null | undefined) => (wire == null ? null : (await deps.voiceAgents.find(tx, wire)).id);

  return {
    find,
    get: async (tx: Tx, wire: string) => renderNumber(await find(tx, wire)),

    /** An unknown agent has none. */
    async list(tx: Tx, agent: string | undefined, after: string[] | null, limit: number): Promise<queries.NumberRow[]> {
      const agentId = agent === undefined ? null : parseWireId("vag", agent);
      if (agent !== undefined && agentId === null) return [];
      return queries.listNumbers(tx, agentId, after, limit);
    },

    /** 404 for an unknown account or agent; 409 already_exists for a number that the account already has, conflict beyond 500. */
    async create(ctx: TxContext, input: CreatePhoneNumber): Promise<PhoneNumber> {
      const phone = normalizePhone(input.number);
      if (phone === null) throw invalidField("number", "invalid_format", "Use the international format, such as +49 30 1234567.");
      const account = await accounts.find(ctx.tx, input.telephonyAccountId, true);
      const agentId = await agentOf(ctx.tx, input.voiceAgentId);
      if ((await queries.countNumbers(ctx.tx)) >= numbersMax)
        throw new AppError("conflict", { message: `An organization can have at most ${numbersMax} phone numbers. Delete one first.` });
      const id = deps.ids.uuid();
      const row = {
        id,
        telephony_account_id: account.id,
        number: phone.e164,
        name: input.name?.trim() || phone.e164,
        voice_agent_id: agentId,
      };
      await queries.insertNumber(ctx.tx, ctx.now, row).catch(known);
      await recordAudit(ctx, deps.ids, "phone_number.created", wireId("pnr", id), { voiceAgentId: input.voiceAgentId ?? null });
      return this.get(ctx.tx, wireId("pnr", id));
    },

    async update(ctx: TxContext, wire: string, input: UpdatePhoneNumber): Promise<PhoneNumber> {
      const agentId = await agentOf(ctx.tx, input.voiceAgentId);
      const row = await find(ctx.tx, wire, true);
      await queries.updateNumber(ctx.tx, ctx.now, {
        id: row.id,
        name: input.name?.trim() || row.name,
        voice_agent_id: input.voiceAgentId === undefined ? row.voice_agent_id : agentId,
      });
      await recordAudit(ctx, deps.ids, "phone_number.updated", wire, {
        ...(input.voiceAgentId === undefined ? {} : { voiceAgentId: input.voiceAgentId }),
      });
      return this.get(ctx.tx, wire);
    },

    async delete(ctx: TxContext, wire: string): Promise<{ id: string; deleted: true }> {
      const row = await find(ctx.tx, wire, true);
      await queries.deleteNumber(ctx.tx, row.id);
      await recordAudit(ctx, deps.ids, "phone_number.deleted", wire);
      return { id: wire, deleted: true };
    },
  };
}

export type NumbersService = ReturnType<typeof createNumbersService>;

export function renderNumber(row: queries.NumberRow): PhoneNumber {
  return {
    id: wireId("pnr", row.id),
    number: row.number,
    name: row.name,
    telephonyAccountId: wireId("tla", row.telephony_account_id),
    voiceAgentId: row.voice_agent_id === null ? null : wireId("vag", row.voice_agent_id),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

function known(error: unknown): never {
  if (sqlState(error) !== "23505") throw error;
  throw new AppError("already_exists", {
    message: "The account already has this number. Update that one.",
    details: [{ field: "number", issue: "exists" }],
  });
}
