import { type Calling, type CallingSettings, providerErrorOf } from "@parley/connector-kit";
import type { ChannelDirectory, ChannelsService, KnownChannel } from "#modules/channels/channels/index.ts";
import { checkBusinessHours, isDay } from "#modules/people/agent-settings/index.ts";
import type { VoiceAgentsService } from "#modules/voice/voice-agents/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { AppError, brokenRule, invalidField, notFound } from "#platform/errors/app-error.ts";
import type { Context, TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import * as queries from "./channel-calling.queries.ts";
import type { ChannelCalling, UpdateChannelCalling } from "./channel-calling.schema.ts";

export interface ChannelCallingDeps {
  database: Database;
  ids: IdSource;
  directory: ChannelDirectory;
  channels: Pick<ChannelsService, "get" | "callFailed">;
  voiceAgents: Pick<VoiceAgentsService, "find">;
}

/** The platform's settings, or why they are unknown. */
export type PlatformSettings = { settings: CallingSettings; problem: null } | { settings: null; problem: string };

/** Which voice agent answers a channel's calls, and the platform's own call settings. */
export function createChannelCallingService(deps: ChannelCallingDeps) {
  /** 404 for an unknown channel; 422 unsupported_by_channel if customers cannot call. */
  async function callingOf(ctx: Context, wire: string) {
    const id = parseWireId("chn", wire);
    const found = id === null ? null : await deps.directory.access(ctx.tenantId, id);
    if (found === null) throw notFound(wire);
    const { calling } = found.channel.installed.connector;
    if (calling === undefined) throw new AppError("unsupported_by_channel", { message: "Customers cannot call on channels of this kind." });
    return { ...found, calling };
  }

  async function refused(channel: KnownChannel, cause: unknown): Promise<string> {
    const error = providerErrorOf(cause);
    if (error === undefined) throw cause;
    await deps.channels.callFailed(channel, cause);
    return `${error.message} (${error.providerCode})`;
  }

  async function ask({ channel, access, calling }: Awaited<ReturnType<typeof callingOf>>): Promise<PlatformSettings> {
    try {
      return { settings: await calling.readSettings(access, channel.installed.http), problem: null };
    } catch (cause) {
      return { settings: null, problem: await refused(channel, cause) };
    }
  }

  async function agentIdOf(tx: Tx, wire: string | null): Promise<string | null> {
    return wire === null ? null : (await deps.voiceAgents.find(tx, wire)).id;
  }

  async function render(tx: Tx, wire: string, asked: PlatformSettings): Promise<ChannelCalling> {
    const channel = await deps.channels.get(tx, wire);
    const agentId = await queries.agentOfChannel(tx, channel.id);
    const { settings, problem } = asked;
    return {
      channelId: wire,
      voiceAgentId: agentId === null ? null : wireId("vag", agentId),
      settings: settings === null ? null : { ...settings, hours: settings.hours as Exclude<ChannelCalling["settings"], null>["hours"] },
      problem,
    };
  }

  return {
    exists: async (tx: Tx, wire: string): Promise<void> => void (await deps.channels.get(tx, wire)),

    /** Outside any transaction, like `change`. */
    ask: async (ctx: Context, wire: string): Promise<PlatformSettings> => ask(await callingOf(ctx, wire)),

    get: render,

    /**
     * Changes the platform's settings before the agent is stored. 502 provider_error with the platform's message if it
     * refuses.
     */
    async change(ctx: Context, wire: string, input: UpdateChannelCalling): Promise<PlatformSettings> {
      const found = await callingOf(ctx, wire);
      const { channel, access, calling } = found;
      const { voiceAgentId, ...change } = input;
      if (change.hours != null) checkHours(change.hours, calling);
      // A failing request must not change the platform.
      if (voiceAgentId !== undefined) await deps.database.withTenant(ctx.tenantId, (tx) => agentIdOf(tx, voiceAgentId));
      if (Object.values(change).every((value) => value === undefined)) return ask(found);
      try {
        return { settings: await calling.changeSettings(change, access, channel.installed.http), problem: null };
      } catch (cause) {
        throw new AppError("provider_error", {
          message: `The platform did not change the settings: ${await refused(channel, cause)}`,
          cause,
        });
      }
    },

    /** 404 for an unknown voice agent. */
    async update(ctx: TxContext, wire: string, input: UpdateChannelCalling, asked: PlatformSettings): Promise<ChannelCalling> {
      const channel = await deps.channels.get(ctx.tx, wire);
      if (input.voiceAgentId !== undefined)
        await queries.setAgentOfChannel(ctx.tx, ctx.now, channel.id, await agentIdOf(ctx.tx, input.voiceAgentId));
      await recordAudit(ctx, deps.ids, "channel.calling_updated", wire, {
        fields: Object.keys(input),
        ...(input.voiceAgentId === undefined ? {} : { voiceAgentId: input.voiceAgentId }),
      });
      return render(ctx.tx, wire, asked);
    },
  };
}

export type ChannelCallingService = ReturnType<typeof createChannelCallingService>;

function checkHours(hours: NonNullable<UpdateChannelCalling["hours"]>, { intervalsPerDayMax }: Calling): void {
  checkBusinessHours({ ...hours, holidays: [] }, "hours");
  for (const [i, { date, from, to }] of (hours.specialDays ?? []).entries()) {
    const at = (field: string) => `hours.specialDays[${i}].${field}`;
    if (!isDay(date)) throw invalidField(at("date"), "invalid_format", "This day does not exist.");
    if (from >= to) throw invalidField(at("to"), "out_of_range", "It must be after `from`.");
  }
  if (hours.weekly.length === 0)
    throw brokenRule(
      "hours.weekly",
      "required",
      "With no hours at all, nobody could call. Use null to allow calls at any time, or enabled: false.",
    );
  for (const [day, open] of Map.groupBy(hours.weekly, (interval) => interval.day)) {
    if (open.length > intervalsPerDayMax)
      throw brokenRule(
        "hours.weekly",
        "too_many",
        `The platform accepts ${intervalsPerDayMax} intervals a day; ${day} has ${open.length}.`,
      );
    const inOrder = open.toSorted((a, b) => (a.from < b.from ? -1 : 1));
    if (inOrder.some((interval, i) => i > 0 && interval.from < (inOrder[i - 1]?.to ?? "")))
      throw brokenRule("hours.weekly", "duplicate", `Two intervals of ${day} overlap. Combine them.`);
  }
}
