import { type Static, Type } from "typebox";
import type { TxContext } from "#platform/http/context.ts";
import { snapshotPart } from "#platform/snapshot/snapshot-part.ts";
import { UpdateAgentSettings } from "./agent-settings.schema.ts";
import type { AgentSettingsService } from "./agent-settings.service.ts";

// How long a conversation can be reopened is one of the organization's settings.
const { reopenWindowHours: _, ...properties } = UpdateAgentSettings.properties;
const Entry = Type.Object(properties, { title: "SnapshotAgentSettings", description: "Omitted fields keep their values" });
type Entry = Static<typeof Entry>;

export function agentSettingsSnapshot(service: AgentSettingsService) {
  async function readEntry(ctx: TxContext) {
    const { reopenWindowHours: _hours, updatedAt: _at, csat, ...settings } = await service.get(ctx);
    const { defaultQuestions: _ours, ...asked } = csat;
    return { ...settings, csat: asked };
  }

  return snapshotPart<Entry>({
    name: "agentSettings",
    schema: Entry,
    scopes: { read: "agents:read", write: "agents:write" },

    async read(ctx) {
      return { value: await readEntry(ctx), leftOut: [] };
    },

    async apply(ctx, entry, run) {
      await run.entry<Entry>({ index: null, key: "agentSettings" }, async () => {
        const current = await readEntry(ctx);
        const { autoAssign, autoResolve, csat, assist, businessHours, visibility, offlineAfterMinutes } = entry;
        const known = <T extends object>(before: T, desired: Partial<T>): T =>
          Object.fromEntries(
            Object.entries(before).map(([name, value]) => [
              name,
              desired[name as keyof T] === undefined ? value : desired[name as keyof T],
            ]),
          ) as T;
        const desired: Entry = {
          ...(autoAssign === undefined ? {} : { autoAssign: known(current.autoAssign, autoAssign) }),
          ...(autoResolve === undefined ? {} : { autoResolve: known(current.autoResolve, autoResolve) }),
          ...(csat === undefined ? {} : { csat: known(current.csat, csat) }),
          ...(assist === undefined ? {} : { assist: known(current.assist, assist) }),
          ...(visibility === undefined ? {} : { visibility }),
          ...(businessHours === undefined ? {} : { businessHours: businessHours === null ? null : plainHours(businessHours) }),
          ...(offlineAfterMinutes === undefined ? {} : { offlineAfterMinutes }),
        };
        return { current, desired, create: noSettings, update: (changed) => service.update(ctx, changed) };
      });
    },
  });
}

/** Only the known fields, in stored form. */
function plainHours(hours: NonNullable<Entry["businessHours"]>) {
  return {
    timezone: hours.timezone,
    weekly: hours.weekly.map(({ day, from, to }) => ({ day, from, to })),
    holidays: hours.holidays,
  };
}

function noSettings(): never {
  throw new Error("every tenant has settings");
}
