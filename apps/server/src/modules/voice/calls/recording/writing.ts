import type { Timers } from "#platform/clock/timers.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import type { Log } from "#platform/log/log.ts";
import type { RecordingPort } from "../session/session.types.ts";
import type { Piece } from "./recorder.ts";
import { insertPiece, insertRecording, withdrawRecording } from "./recordings.queries.ts";

export interface WritingDeps {
  database: Database;
  clock: Clock;
  timers: Timers;
  log: Log;
}

/** Two minutes of speech, 2 MB: if the database is unavailable, the call goes on. */
const piecesMax = 24;
const againMs = 1_000;
/** The caller's line stays open until the call's end is stored. */
const settleMs = 3_000;

/**
 * Stores one call's recording, in order and separately from everything else: a slow or unavailable database costs a
 * part of the recording, never the call.
 */
export function createRecordingWriter(deps: WritingDeps, tenantId: string, callId: string) {
  let beganMs = 0;
  let state: "recording" | "withdrawn" | "over" = "recording";
  let waiting: (Piece | "begin")[] = [];
  let isWorking = false;
  let stopAgain: (() => void) | null = null;
  const settled = new Set<() => void>();

  /** True: it is done, and must not be repeated. */
  async function write(next: Piece | "begin"): Promise<boolean> {
    return deps.database.withTenant(tenantId, async (tx) => {
      await insertRecording(tx, deps.clock.now(), callId, beganMs);
      return next === "begin" || insertPiece(tx, callId, next);
    });
  }

  const isWithdrawn = () => state === "withdrawn";

  async function work(): Promise<void> {
    for (let next = waiting[0]; next !== undefined && !isWithdrawn(); next = waiting[0]) {
      const isStored = await write(next);
      if (waiting[0] === next) waiting.shift();
      if (isStored || isWithdrawn()) continue;
      // It was deleted, or the call has ended.
      state = "over";
      waiting = [];
    }
    if (!isWithdrawn()) return;
    await deps.database.withTenant(tenantId, (tx) => withdrawRecording(tx, deps.clock.now(), callId));
    state = "over";
  }

  function go(): void {
    if (isWorking) return;
    isWorking = true;
    stopAgain?.();
    stopAgain = null;
    void work()
      .catch((error: unknown) => {
        deps.log.error({ err: error, callId }, "a part of a recording could not be stored; it is retried");
        while (waiting.length > piecesMax) waiting.splice(waiting[0] === "begin" ? 1 : 0, 1);
        stopAgain = deps.timers.after(againMs, go);
      })
      .finally(() => {
        isWorking = false;
        for (const done of settled) done();
        settled.clear();
      });
  }

  const port: RecordingPort = {
    begin(at) {
      beganMs = at;
      waiting.push("begin");
      go();
    },
    keep(piece) {
      if (state !== "recording") return;
      waiting.push(piece);
      go();
    },
    withdraw() {
      if (state === "over") return;
      state = "withdrawn";
      waiting = [];
      go();
    },
  };

  return {
    port,
    /** The call ends: resolves once everything was stored, could not be stored, or took too long. False: a part is missing. */
    async settle(): Promise<boolean> {
      if (waiting.length > 0 && !isWorking) go();
      if (isWorking)
        await new Promise<void>((resolve) => {
          const stop = deps.timers.after(settleMs, resolve);
          settled.add(() => {
            stop();
            resolve();
          });
        });
      stopAgain?.();
      state = "over";
      if (waiting.length > 0) deps.log.error({ callId, pieces: waiting.length }, "the end of a recording was not stored");
      const isWhole = waiting.length === 0;
      waiting = [];
      return isWhole;
    },
  };
}

export type RecordingWriter = ReturnType<typeof createRecordingWriter>;
