import { bucketOf, dayOf, type Grain, grains, quarterMask } from "./calendar.ts";
import { binOf } from "./histogram.ts";
import type { Duration } from "./rollup.fold.ts";

/** None: keys of the rollups hold no nulls. */
export const nobody = "00000000-0000-0000-0000-000000000000";

interface Place {
  tenant_id: string;
  grain: Grain;
  bucket_at: string;
  channel_id: string;
  assignee_id: string;
}
/** With the columns that have something in them. */
export type RollupRow = Place & Record<string, string | number>;
export type HistogramRow = Place & { duration: Duration; bin: number; observations: number };
export interface ContactRow {
  tenant_id: string;
  day: string;
  channel_id: string;
  contact_id: string;
  quarters: string;
}

const observationColumns: Record<Duration, string> = {
  first_response: "first_responses",
  response: "responses",
  resolution: "resolutions",
};

/** Adds up what a batch of events counts, so that each row is written once per batch. */
export function createTally() {
  const rollups = new Map<string, RollupRow>();
  const histograms = new Map<string, HistogramRow>();
  const contacts = new Map<string, ContactRow>();

  function add(tenantId: string, at: number, channelId: string | null, assigneeId: string | null, amounts: Record<string, number>): void {
    for (const grain of grains) {
      const place = placeOf(tenantId, grain, at, channelId, assigneeId);
      const key = Object.values(place).join();
      const row: RollupRow = rollups.get(key) ?? { ...place };
      for (const [column, amount] of Object.entries(amounts)) row[column] = ((row[column] as number | undefined) ?? 0) + amount;
      rollups.set(key, row);
    }
  }

  return {
    rollups,
    histograms,
    contacts,

    /** One more of a column, in the buckets of an instant. */
    count(tenantId: string, at: number, channelId: string | null, assigneeId: string | null, column: string): void {
      add(tenantId, at, channelId, assigneeId, { [column]: 1 });
    },

    /** One more duration that ended at an instant. */
    duration(tenantId: string, at: number, channelId: string | null, assigneeId: string | null, duration: Duration, ms: number): void {
      add(tenantId, at, channelId, assigneeId, { [observationColumns[duration]]: 1, [`${duration}_ms`]: ms });
      const bin = binOf(ms);
      for (const grain of grains) {
        const place = placeOf(tenantId, grain, at, channelId, assigneeId);
        const key = `${Object.values(place).join()},${duration},${bin}`;
        const row = histograms.get(key);
        if (row === undefined) histograms.set(key, { ...place, duration, bin, observations: 1 });
        else row.observations += 1;
      }
    },

    /** A contact wrote at an instant. */
    contact(tenantId: string, at: number, channelId: string | null, contactId: string): void {
      const quarters = quarterMask(at);
      const day = dayOf(at);
      // One row per quarter-hour here; the statement that stores them puts the bits of a day together.
      contacts.set(`${tenantId},${day},${channelId},${contactId},${quarters}`, {
        tenant_id: tenantId,
        day,
        channel_id: channelId ?? nobody,
        contact_id: contactId,
        quarters,
      });
    },
  };
}

export type Tally = ReturnType<typeof createTally>;

function placeOf(tenantId: string, grain: Grain, at: number, channelId: string | null, assigneeId: string | null): Place {
  return {
    tenant_id: tenantId,
    grain,
    bucket_at: new Date(bucketOf(at, grain)).toISOString(),
    channel_id: channelId ?? nobody,
    assignee_id: assigneeId ?? nobody,
  };
}
