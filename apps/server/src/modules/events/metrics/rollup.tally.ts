import { bucketOf, dayOf, type Grain, grains, quarterOf } from "./calendar.ts";
import { type Bins, binOf } from "./histogram.ts";
import type { Duration } from "./rollup.fold.ts";

/** Stands for no value, because keys of the rollups contain no nulls. */
export const nilId = "00000000-0000-0000-0000-000000000000";

/** What something is counted under. */
export interface TallyPoint {
  tenantId: string;
  /** Milliseconds. */
  at: number;
  channelId: string | null;
  assigneeId: string | null;
  divisionId: string | null;
  labelIds: readonly string[];
}

/** The key of a row of the rollups. */
export interface RollupKey {
  tenant_id: string;
  label_id: string;
  grain: Grain;
  detail: boolean;
  bucket_at: string;
  channel_id: string;
  assignee_id: string;
  division_id: string;
}
export interface RollupRow {
  place: RollupKey;
  /** By column, without zeros. */
  amounts: Map<string, number>;
  bins: Map<Duration, Bins>;
}
export interface ContactRow {
  tenant_id: string;
  day: string;
  channel_id: string;
  contact_id: string;
  before_noon: number;
  after_noon: number;
}

const observationColumns: Record<Duration, string> = {
  first_response: "first_responses",
  response: "responses",
  resolution: "resolutions",
};

/** Sums what a batch of events counts, so that each row is written once per batch. */
export function createTally() {
  const rollups = new Map<string, RollupRow>();
  const contacts = new Map<string, ContactRow>();

  const rowsByPlace = new Map<string, RollupRow[]>();

  /**
   * The rows of a place: every grain consists of whole quarter-hours. Most events of a batch share the quarter-hour,
   * channel and person with an earlier one.
   */
  function rowsAt(point: TallyPoint): RollupRow[] {
    const { tenantId, at, channelId, assigneeId, divisionId, labelIds } = point;
    const key = `${tenantId} ${bucketOf(at, 15)} ${channelId} ${assigneeId} ${divisionId} ${labelIds.join()}`;
    const rows = rowsByPlace.get(key) ?? makeRows(point);
    rowsByPlace.set(key, rows);
    return rows;
  }

  /** The six rows of an event at this place, and six for each label. */
  function makeRows({ tenantId, at, channelId, assigneeId, divisionId, labelIds }: TallyPoint): RollupRow[] {
    return [nilId, ...new Set(labelIds)].flatMap((labelId) =>
      grains.flatMap((grain) =>
        [false, true].map((detail) => {
          const place: RollupKey = {
            tenant_id: tenantId,
            label_id: labelId,
            grain,
            detail,
            bucket_at: new Date(bucketOf(at, grain)).toISOString(),
            channel_id: (detail ? channelId : null) ?? nilId,
            assignee_id: (detail ? assigneeId : null) ?? nilId,
            division_id: (detail ? divisionId : null) ?? nilId,
          };
          const key = Object.values(place).join();
          const row = rollups.get(key) ?? { place, amounts: new Map(), bins: new Map() };
          rollups.set(key, row);
          return row;
        }),
      ),
    );
  }

  const add = (amounts: Map<string, number>, column: string, amount: number) => amounts.set(column, (amounts.get(column) ?? 0) + amount);

  return {
    rollups,
    contacts,

    /** Adds to a column, one by default. */
    count(place: TallyPoint, column: string, amount = 1): void {
      for (const { amounts } of rowsAt(place)) add(amounts, column, amount);
    },

    /** Adds a duration that ended at the place. */
    duration(place: TallyPoint, duration: Duration, ms: number): void {
      for (const { amounts, bins } of rowsAt(place)) {
        add(amounts, observationColumns[duration], 1);
        add(amounts, `${duration}_ms`, ms);
        const counts: Bins = bins.get(duration) ?? new Map();
        bins.set(duration, counts.set(binOf(ms), (counts.get(binOf(ms)) ?? 0) + 1));
      }
    },

    /** A contact wrote. */
    contact({ tenantId, at, channelId }: TallyPoint, contactId: string): void {
      const { beforeNoon, afterNoon } = quarterOf(at);
      const row: ContactRow = {
        tenant_id: tenantId,
        day: dayOf(at),
        channel_id: channelId ?? nilId,
        contact_id: contactId,
        before_noon: beforeNoon,
        after_noon: afterNoon,
      };
      // One row per quarter-hour here; the statement that stores them combines the bits of a day.
      contacts.set(Object.values(row).join(), row);
    },
  };
}

export type Tally = ReturnType<typeof createTally>;
