import type { RecordedCalls } from "#modules/channels/media/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { Context, TxContext } from "#platform/http/context.ts";
import type { Content } from "#platform/http/reading/content.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import type { CallRow } from "../calls.queries.ts";
import type { CallRecording } from "../calls.schema.ts";
import type { CallsService } from "../calls.service.ts";
import * as queries from "./recordings.queries.ts";

export interface RecordingsDeps {
  database: Database;
  clock: Clock;
  ids: IdSource;
  recordedCalls: RecordedCalls;
}

export function createRecordings(deps: RecordingsDeps, calls: Pick<CallsService, "find">) {
  return {
    /**
     * The file, once it exists. Throws not_found for an unknown call, or naming the recording if there is none;
     * conflict while it is being created. Access is recorded in the audit log.
     */
    async open(ctx: Context, wire: string): Promise<Content> {
      return deps.database.withTenant(ctx.tenantId, async (tx) => {
        const within = { ...ctx, tx };
        const { id, recording } = await calls.find(within, wire);
        if (recording?.status === "recording" || recording?.status === "processing")
          throw new AppError("conflict", { message: "The recording is not complete yet.", retryAfterSeconds: 5 });
        const content = recording?.media_id == null ? null : await deps.recordedCalls.open(tx, deps.clock.now(), recording.media_id);
        if (content === null) throw noRecording(recording);
        // A player requests many parts of a file, so access is recorded once an hour per listener.
        if (!(await queries.wasOpened(tx, wireId("call", id), ctx.actor.id, new Date(deps.clock.now().getTime() - auditOncePerMs))))
          await recordAudit(within, deps.ids, openedAction, wireId("call", id));
        return content;
      });
    },

    /** Also during the call: recording then stops. Throws not_found if there is nothing to delete. */
    async delete(ctx: TxContext, wire: string): Promise<{ id: string; deleted: true }> {
      const { id, recording } = await calls.find(ctx, wire);
      const row = await queries.lockRecording(ctx.tx, id);
      if (row === null || row.status === "no_consent" || row.status === "deleted") throw noRecording(recording);
      const mediaId = await queries.markDeleted(ctx.tx, id);
      if (mediaId !== null) await deps.recordedCalls.delete(ctx.tx, ctx.now, mediaId);
      await recordAudit(ctx, deps.ids, "call.recording_deleted", wire);
      return { id: wire, deleted: true };
    },
  };
}

export type Recordings = ReturnType<typeof createRecordings>;

const auditOncePerMs = 3_600_000;
const openedAction = "call.recording_opened";

const reasonTexts = {
  no_consent: "Nothing of this call is kept: that the caller agreed to a recording is not certain.",
  deleted: "The recording of this call was deleted.",
  none: "There is no recording of this call.",
  ready: "The recording of this call is no longer kept.",
};

function noRecording(recording: CallRow["recording"]): AppError {
  const status = recording?.status ?? "none";
  return new AppError("not_found", {
    message: status === "no_consent" || status === "deleted" || status === "ready" ? reasonTexts[status] : reasonTexts.none,
    details: [{ field: "recording", issue: "not_found" }],
  });
}

/** `peaks`: for a single call; absent in lists. */
export function renderRecording(row: CallRow["recording"], peaks: Buffer | null = null): CallRecording | null {
  if (row === null) return null;
  const leg = (at: 0 | 1, of: Buffer) =>
    Array.from({ length: of.length / 2 }, (_, i) => Math.round(((of[2 * i + at] as number) / 255) * 1_000) / 1_000);
  return {
    status: row.status === "ready" && row.is_expired ? "expired" : row.status,
    beganMs: row.began_ms,
    durationSeconds: row.duration_ms === null ? null : row.duration_ms / 1_000,
    sizeBytes: row.is_expired ? null : row.size_bytes,
    complete: row.is_complete,
    peaks: peaks === null ? null : { caller: leg(0, peaks), agent: leg(1, peaks) },
  };
}
