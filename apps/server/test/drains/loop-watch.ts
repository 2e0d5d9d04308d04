/**
 * Decides which background loops a drain need not run again. A loop depends on tables, the clock and wake-ups, except those that declare
 * `dependsOnMemory` (platform/jobs/loop.ts): if its last round found nothing, and none of these has changed since, another round finds nothing
 * either. A loop runs one or two statements per round, there are more than sixty, and a drain that runs them all several times costs more
 * than what most tests are about.
 */
import type { Clock } from "../../src/platform/clock/clock.ts";
import type { Loop } from "../../src/platform/jobs/loop.ts";
import type { LoopWatch } from "../../src/app-lifecycle.ts";
import { changedSince, countChanges, places, readsOf } from "./changes.ts";

interface Known {
  /** Everything that its rounds have ever touched: which statements it gets to depends on what the first ones find. */
  tables: Set<string>;
  /** When its last round started, as a change count and by the clock; null: it had something to do, or was woken. */
  calm: { changes: number; at: number } | null;
  /** Consecutive rounds that changed the loop's own tables but reported nothing left to do: it writes whether or not it finds anything. */
  busy: number;
  /** A round used the database, or the clock. */
  asked: boolean;
  timed: boolean;
}

const busyMax = 3;

export interface Watched extends LoopWatch {
  /** Runs each loop once more: throws if one had something to do that `mayHaveWork` missed. */
  verify(): Promise<void>;
}

/** `clock`: counts how often it is read. `bornAt`: the change count when the database had no changes of its own yet. */
export function watchLoops(loops: readonly Loop[], clock: Clock & { asked(): number }, bornAt: number): Watched {
  const known = new Map<Loop, Known>();
  for (const loop of loops) {
    const about: Known = { tables: new Set(), calm: null, busy: 0, asked: false, timed: false };
    known.set(loop, about);
    loop.onHint(() => {
      about.calm = null;
    });
  }
  const of = (loop: Loop) => known.get(loop) as Known;

  function mayHaveWork(loop: Loop): boolean {
    const { calm, asked, timed, tables } = of(loop);
    if (calm === null) return true;
    // Rows that nobody wrote do not become due.
    if (timed && calm.at !== clock.now().getTime() && (!asked || loop.dependsOnMemory || changedSince(tables, bornAt))) return true;
    // A loop that queried nothing knew from memory that there is nothing to do.
    if (loop.dependsOnMemory || !asked) return countChanges() > calm.changes;
    return changedSince(tables, calm.changes);
  }

  // A loop with a cursor follows the log; the reader has none of its own.
  const isFollower = (loop: Loop) => of(loop).tables.has(places) && !loop.dependsOnMemory;

  async function runOnce(loop: Loop): Promise<boolean | number> {
    const about = of(loop);
    const timesAsked = clock.asked();
    const began = { changes: countChanges(), at: clock.now().getTime() };
    const now = new Set<string>();
    about.calm = began;
    try {
      const more = await readsOf(now, () => loop.once());
      if (more !== false) about.calm = null;
      return more;
    } catch (error) {
      about.calm = null;
      throw error;
    } finally {
      about.asked = now.size > 0;
      about.timed ||= clock.asked() > timesAsked + 1;
      // Other processes being alive is not work.
      now.delete("server_processes");
      // A loop with a cursor follows the log, even if this round's events came from the reader's memory.
      if (now.has(places)) now.add("event_log");
      for (const table of now) about.tables.add(table);
      about.busy = about.calm !== null && changedSince(about.tables, began.changes) ? about.busy + 1 : 0;
      if (about.busy >= busyMax) about.calm = { changes: countChanges(), at: began.at };
    }
  }

  async function verify(): Promise<void> {
    for (const loop of loops) {
      const changesBefore = countChanges();
      const touched = new Set<string>();
      const more = await readsOf(touched, () => loop.once());
      // Written by timers: that this process is alive, and which keys were used.
      for (const table of ["server_processes", "api_keys", "user_sessions"]) touched.delete(table);
      if (more !== false || changedSince(touched, changesBefore)) {
        const [went, known] = [touched, of(loop).tables].map((tables) => [...tables].join(", "));
        throw new Error(`the drain ended before "${loop.name}" did, which answers ${more} and goes by ${went}; known were ${known}`);
      }
    }
  }

  return { mayHaveWork, isFollower, runOnce, verify };
}
