import { Type } from "typebox";
import { wireId } from "#platform/ids/ids.ts";
import { firstOfEach, definedOnly, type OmittedEntry, refuseTooMany, snapshotPart, sortedBy } from "#platform/snapshot/snapshot-part.ts";
import { defaultSettings, type VoiceAgentSettings } from "./voice-agent-settings.ts";
import { findVoiceAgentByName, listVoiceAgentsByAge } from "./voice-agents.queries.ts";
import { PortableVoiceAgent } from "./voice-agents.schema.ts";
import type { VoiceAgentsService } from "./voice-agents.service.ts";

const entriesMax = 100;

type EntryValues = { name: string } & Omit<VoiceAgentSettings, "speech" | "transfer"> & {
    speech: Omit<VoiceAgentSettings["speech"], "aiKeyId">;
    transfer: Omit<VoiceAgentSettings["transfer"], "phoneNumber">;
  };

/** Channel, key and number belong to an organization. */
function entryOf(name: string, { speech, transfer, ...rest }: VoiceAgentSettings): EntryValues {
  const { aiKeyId: _key, ...portableSpeech } = speech;
  const { phoneNumber: _number, ...portableTransfer } = transfer;
  return { name, ...rest, speech: portableSpeech, transfer: portableTransfer };
}

/** By name. A new one is inactive and has no channel, so nobody can call it until a person has chosen one. */
export const voiceAgentsSnapshot = (service: Pick<VoiceAgentsService, "create" | "update" | "merged">) =>
  snapshotPart<PortableVoiceAgent[]>({
    name: "voiceAgents",
    schema: Type.Array(PortableVoiceAgent, { maxItems: entriesMax }),
    scopes: { read: "voice:read", write: "voice:write" },

    async read(ctx) {
      const leftOut: OmittedEntry[] = [];
      const rows = await listVoiceAgentsByAge(ctx.tx, entriesMax + 1);
      refuseTooMany("voiceAgents", rows, entriesMax);
      const value = firstOfEach(rows, (row) => row.name, leftOut).map((row) => entryOf(row.name, row.settings));
      return { value: sortedBy(value, ({ name }) => name), leftOut: sortedBy(leftOut, (left) => left.key) };
    },

    async apply(ctx, entries, run) {
      run.distinct(
        entries.map((entry) => entry.name.trim()),
        "name",
      );
      for (const [index, entry] of entries.entries()) {
        await run.entry<EntryValues>({ index, key: entry.name }, async () => {
          const name = entry.name.trim();
          const row = await findVoiceAgentByName(ctx.tx, name);
          const whole = entryOf(name, await service.merged(ctx.tx, row?.settings ?? structuredClone(defaultSettings), entry));
          const named = new Set<string>(Object.keys(entry));
          return {
            current: row === null ? null : entryOf(row.name, row.settings),
            desired: definedOnly<EntryValues>(
              Object.fromEntries(Object.entries(whole).filter(([member]) => named.has(member))) as unknown as EntryValues,
            ),
            create: () => service.create(ctx, { ...entry, channelId: null }),
            update: (changed) => service.update(ctx, wireId("vag", row?.id as string), changed),
          };
        });
      }
    },
  });
