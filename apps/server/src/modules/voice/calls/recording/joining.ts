import type { RecordedCalls } from "#modules/channels/media/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import { wireId } from "#platform/ids/ids.ts";
import { createLoop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import { samplesPerMs, silence, wavHeader } from "./g711.ts";
import { peakSamples } from "./recorder.ts";
import * as queries from "./recordings.queries.ts";

export interface JoiningDeps {
  database: Database;
  clock: Clock;
  wake: Wake;
  log: Log;
  recordedCalls: RecordedCalls;
}

export const recordingType = "audio/wav";
/** The longest call has fewer. */
const fileBytesMax = 128 * 1024 * 1024;
/** Long enough to copy the longest recording. */
const leaseMs = 600_000;
const retryMs = 5_000;
const retryMsMax = 3_600_000;
const pollMs = 2_000;
const batch = 2;
/** Enough to draw it on a screen. */
const partsMax = 300;

/**
 * Turns the recordings of finished calls into one file each in the media storage. Safe to run concurrently and
 * repeatedly.
 */
export function createJoining(deps: JoiningDeps) {
  async function* contentOf(tenantId: string, callId: string, pieces: readonly queries.PieceFacts[], samples: number) {
    yield wavHeader(samples);
    let at = 0;
    for (const piece of pieces) {
      if (piece.starts_at > at) yield Buffer.alloc(2 * (piece.starts_at - at), silence);
      // One transaction each, so that a slow storage does not keep any open.
      const sound = await deps.database.withTenant(tenantId, (tx) => queries.soundAt(tx, callId, piece.starts_at));
      if (sound === null) throw new Error("a recording was deleted while its file was made");
      yield sound;
      at = piece.starts_at + piece.samples;
    }
  }

  async function join({ tenant_id: tenantId, call_id: callId }: queries.Due): Promise<void> {
    const pieces = await deps.database.withTenant(tenantId, (tx) => queries.listPieces(tx, callId));
    const last = pieces.at(-1);
    if (last === undefined) {
      await deps.database.withTenant(tenantId, async (tx) => {
        // Unless another process was faster.
        if ((await queries.lockRecording(tx, callId))?.status === "processing") await queries.removeRecording(tx, callId);
      });
      return;
    }
    const samples = last.starts_at + last.samples;
    const stored = await deps.recordedCalls.store(tenantId, contentOf(tenantId, callId, pieces, samples), fileBytesMax, recordingType);
    const hasGaps = pieces.some((piece, i) => piece.starts_at !== (i === 0 ? 0 : endOf(pieces[i - 1] as queries.PieceFacts)));
    await deps.database.withTenant(tenantId, async (tx) => {
      const row = await queries.lockRecording(tx, callId);
      // Deleted in the meantime, or another process was faster: its content has no media, and is removed in due course.
      if (row?.status !== "processing") return;
      const filename = `${wireId("call", callId)}.wav`;
      await queries.completeRecording(tx, callId, {
        mediaId: await deps.recordedCalls.attach(tx, deps.clock.now(), { contentId: stored.contentId, mimeType: recordingType, filename }),
        durationMs: Math.round(samples / samplesPerMs),
        sizeBytes: stored.sizeBytes,
        isComplete: row.is_complete && !hasGaps,
        peaks: pictureOf(pieces, samples),
      });
    });
  }

  return {
    loop: createLoop({
      name: "call recordings",
      wake: deps.wake,
      topics: ["calls"],
      pollMs,
      log: deps.log,
      async run() {
        const now = deps.clock.now();
        const rows = await queries.claimRecordings(deps.database, now, new Date(now.getTime() + leaseMs), batch);
        for (const row of rows)
          await join(row).catch(async (error: unknown) => {
            // The recording stays where it is until the storage accepts it.
            deps.log.error({ err: error, callId: row.call_id }, "a recording could not be stored as a file; it is retried");
            const waitMs = Math.min(retryMsMax, retryMs * 2 ** Math.min(row.attempts, 12));
            await queries.postponeRecording(deps.database, row, new Date(deps.clock.now().getTime() + waitMs));
          });
        return rows.length > 0;
      },
    }),
  };
}

const endOf = (piece: queries.PieceFacts) => piece.starts_at + piece.samples;

/** The peaks of at most so many parts of the whole, alternating between caller and agent. Pure. */
export function pictureOf(pieces: readonly Pick<queries.PieceFacts, "starts_at" | "peaks">[], samples: number): Buffer {
  const tenths = Math.max(1, Math.ceil(samples / peakSamples));
  const parts = Math.min(partsMax, tenths);
  const picture = Buffer.alloc(2 * parts);
  for (const { starts_at: startsAt, peaks } of pieces) {
    const first = Math.floor(startsAt / peakSamples);
    for (let i = 0; i < peaks.length; i++) {
      const at = 2 * Math.min(parts - 1, Math.floor(((first + (i >> 1)) * parts) / tenths)) + (i & 1);
      picture[at] = Math.max(picture[at] as number, peaks[i] as number);
    }
  }
  return picture;
}
