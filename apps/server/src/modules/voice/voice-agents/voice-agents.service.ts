import type { ConnectorDescription } from "@parley/connector-kit";
import { type ChatbotsService, lettersOf } from "#modules/automation/chatbot/index.ts";
import { type BusinessHours, checkBusinessHours } from "#modules/people/agent-settings/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import { assignToActingGrant } from "#platform/auth/acting-grant.ts";
import type { Tx } from "#platform/db/database.ts";
import { AppError, brokenRule, invalidField, notFound } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import { normalizePhone } from "#platform/phone/phone.ts";
import { cut } from "#platform/text/clean.ts";
import { defaultSettings, type ExtractField, type VoiceAgentSettings } from "./voice-agent-settings.ts";
import * as queries from "./voice-agents.queries.ts";
import type { CreateVoiceAgent, SettingsInput, UpdateVoiceAgent, VoiceAgent } from "./voice-agents.schema.ts";

export interface VoiceAgentsDeps {
  ids: IdSource;
  describeChannel(kind: string): ConnectorDescription | null;
  chatbots: Pick<ChatbotsService, "find">;
}

export function createVoiceAgentsService(deps: VoiceAgentsDeps) {
  async function find(tx: Tx, wire: string, lock = false): Promise<queries.VoiceAgentRow> {
    const id = parseWireId("vag", wire);
    const row = id === null ? null : await queries.findVoiceAgent(tx, id, lock);
    if (row === null) throw notFound(wire);
    return row;
  }

  /** Callers are identified by their numbers, so the channel's addresses must be numbers. */
  async function channelOf(tx: Tx, wire: string): Promise<string> {
    const id = parseWireId("chn", wire);
    const kind = id === null ? null : await queries.kindOfChannel(tx, id);
    if (id === null || kind === null) throw notFound(wire);
    if (deps.describeChannel(kind)?.addressKind !== "phone")
      throw brokenRule(
        "channelId",
        "not_allowed",
        "Callers are identified by their number: choose a channel whose addresses are phone numbers.",
      );
    return id;
  }

  async function keyOf(tx: Tx, wire: string): Promise<string> {
    const id = parseWireId("aik", wire);
    if (id === null || !(await queries.hasKey(tx, id))) throw notFound(wire);
    return id;
  }

  /** The settings with the given ones merged in. */
  async function merge(tx: Tx, before: VoiceAgentSettings, input: SettingsInput): Promise<VoiceAgentSettings> {
    const { aiKeyId, ...speech } = input.speech ?? {};
    const { phoneNumber, hours, ...transfer } = input.transfer ?? {};
    const after: VoiceAgentSettings = {
      persona: { ...before.persona, ...input.persona },
      instructions: input.instructions ?? before.instructions,
      scope: { ...before.scope, ...input.scope },
      knowledge: { ...before.knowledge, ...input.knowledge },
      speech: { ...before.speech, ...speech },
      opening: { ...before.opening, ...input.opening },
      transfer: { ...before.transfer, ...transfer },
      tools: { ...before.tools, ...input.tools },
      activeHours: hoursOf(input.activeHours, before.activeHours, "activeHours"),
      messages: { ...before.messages, ...input.messages },
      limits: { ...before.limits, ...input.limits },
      summary: input.summary ?? before.summary,
      recording: { ...before.recording, ...input.recording },
      afterCall: {
        ...before.afterCall,
        ...input.afterCall,
        extract: input.afterCall?.extract === undefined ? before.afterCall.extract : readExtract(input.afterCall.extract),
      },
    };
    checkRecording(input.recording);
    after.transfer.hours = hoursOf(hours, before.transfer.hours, "transfer.hours");
    if (phoneNumber !== undefined) after.transfer.phoneNumber = phoneNumber === null ? null : numberOf(phoneNumber);
    if (aiKeyId !== undefined) after.speech.aiKeyId = aiKeyId === null ? null : await keyOf(tx, aiKeyId);
    if (after.limits.silenceHangUpSeconds <= after.limits.silencePromptSeconds)
      throw brokenRule("limits.silenceHangUpSeconds", "out_of_range", "It must be more than silencePromptSeconds.");
    return after;
  }

  /** 409 conflict if no key supports speech. */
  async function requireKey(tx: Tx): Promise<void> {
    if (await queries.hasKey(tx, null)) return;
    throw new AppError("conflict", {
      message: "No AI key supports speech. Add an active key for openai, or for a compatible provider with a realtime API.",
    });
  }

  async function setActive(ctx: TxContext, wire: string, isActive: boolean): Promise<VoiceAgent> {
    const { tx } = ctx;
    const row = await find(tx, wire, true);
    if (row.is_active === isActive) return renderVoiceAgent(row);
    if (isActive && row.channel_id === null)
      throw new AppError("conflict", { message: "The voice agent has no channel for its conversations. Set channelId first." });
    if (isActive) await requireKey(tx);
    await queries.updateVoiceAgent(tx, ctx.now, { ...row, is_active: isActive });
    await assignToActingGrant(tx, "voice_agents", row.id);
    await recordAudit(ctx, deps.ids, "voice_agent.updated", wire, { isActive });
    return renderVoiceAgent(await find(tx, wire));
  }

  return {
    find,
    requireKey,

    /** For a call: null if it has been deleted since. */
    byId: queries.findVoiceAgent,

    get: async (tx: Tx, wire: string): Promise<VoiceAgent> => renderVoiceAgent(await find(tx, wire)),

    list: queries.listVoiceAgents,

    /** The settings with the given ones merged in, as they would be stored. */
    merged: merge,

    /** 404 for an unknown channel, chatbot or key; 422 for a channel without numbers. A snapshot has no channel. */
    async create(ctx: TxContext, input: Omit<CreateVoiceAgent, "channelId"> & { channelId: string | null }): Promise<VoiceAgent> {
      const { tx } = ctx;
      const channelId = input.channelId === null ? null : await channelOf(tx, input.channelId);
      const base = structuredClone(defaultSettings);
      if (input.chatbotId !== undefined) {
        const { persona, instructions, scope, knowledge } = (await deps.chatbots.find(tx, input.chatbotId)).settings;
        base.persona = { description: persona.description, tone: persona.tone };
        base.instructions = instructions;
        base.scope = { ...scope, outOfScopeMessage: cut(scope.outOfScopeMessage, 500) };
        base.knowledge = knowledge;
        base.speech.language = persona.languages.length === 1 ? (persona.languages[0] ?? null) : null;
      }
      const settings = await merge(tx, base, input);
      const id = deps.ids.uuid();
      await queries.insertVoiceAgent(tx, ctx.now, {
        id,
        name: input.name.trim() || input.name,
        is_active: false,
        channel_id: channelId,
        settings,
      });
      await recordAudit(ctx, deps.ids, "voice_agent.created", wireId("vag", id));
      return this.get(tx, wireId("vag", id));
    },

    /** Like `create`. Calls in progress continue with the previous settings. */
    async update(ctx: TxContext, wire: string, input: UpdateVoiceAgent): Promise<VoiceAgent> {
      const { tx } = ctx;
      const channelId = input.channelId === undefined ? null : await channelOf(tx, input.channelId);
      const row = await find(tx, wire, true);
      const settings = await merge(tx, row.settings, input);
      await queries.updateVoiceAgent(tx, ctx.now, {
        ...row,
        name: input.name?.trim() || row.name,
        channel_id: channelId ?? row.channel_id,
        settings,
      });
      await assignToActingGrant(tx, "voice_agents", row.id);
      await recordAudit(ctx, deps.ids, "voice_agent.updated", wire, { fields: Object.keys(input) });
      return this.get(tx, wire);
    },

    /** 409 conflict without a channel, or as in `requireKey`. */
    activate: (ctx: TxContext, wire: string) => setActive(ctx, wire, true),
    deactivate: (ctx: TxContext, wire: string) => setActive(ctx, wire, false),

    async delete(ctx: TxContext, wire: string): Promise<{ id: string; deleted: true }> {
      const row = await find(ctx.tx, wire, true);
      await queries.deleteVoiceAgent(ctx.tx, ctx.now, row.id);
      await recordAudit(ctx, deps.ids, "voice_agent.deleted", wire);
      return { id: wire, deleted: true };
    },
  };
}

export type VoiceAgentsService = ReturnType<typeof createVoiceAgentsService>;

/** Only what the schema names, because bodies may contain more. */
function hoursOf(given: BusinessHours | null | undefined, before: BusinessHours | null, field: string): BusinessHours | null {
  if (given === undefined) return before;
  if (given === null) return null;
  checkBusinessHours(given, field);
  return { timezone: given.timezone, weekly: given.weekly.map(({ day, from, to }) => ({ day, from, to })), holidays: given.holidays };
}

/** A sentence is recognized by its letters, so it needs some. */
function checkRecording(given: SettingsInput["recording"]): void {
  for (const field of ["announcement", "question"] as const) {
    const line = given?.[field];
    if (line !== undefined && lettersOf(line) === "")
      throw invalidField(`recording.${field}`, "invalid_format", "Enter text that can be spoken.");
  }
}

function readExtract(input: readonly (Omit<ExtractField, "choices"> & { choices?: string[] })[]): ExtractField[] {
  const at = (i: number, field: string) => `afterCall.extract[${i}].${field}`;
  const names = new Set<string>();
  return input.map(({ name, description, type, choices = [] }, i) => {
    if (names.has(name)) throw brokenRule(at(i, "name"), "duplicate", `Two fields are called ${name}. Rename one.`);
    names.add(name);
    if (type === "choice" && choices.length === 0) throw brokenRule(at(i, "choices"), "required", "A choice needs its possible values.");
    if (type !== "choice" && choices.length > 0) throw brokenRule(at(i, "choices"), "not_allowed", "Only a choice can have choices.");
    return { name, description, type, choices: [...new Set(choices)] };
  });
}

function numberOf(text: string): string {
  const phone = normalizePhone(text);
  if (phone === null) throw invalidField("transfer.phoneNumber", "invalid_format", "Use the international format, such as +49 30 1234567.");
  return phone.e164;
}

export function renderVoiceAgent(row: queries.VoiceAgentRow): VoiceAgent {
  const { speech, ...rest } = row.settings;
  return {
    id: wireId("vag", row.id),
    name: row.name,
    isActive: row.is_active,
    channelId: row.channel_id === null ? null : wireId("chn", row.channel_id),
    answersChannelIds: row.answers.map((id) => wireId("chn", id)),
    ...rest,
    speech: { ...speech, aiKeyId: speech.aiKeyId === null ? null : wireId("aik", speech.aiKeyId) },
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
