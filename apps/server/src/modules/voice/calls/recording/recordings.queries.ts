import type { Database, Tx } from "#platform/db/database.ts";
import type { Piece } from "./recorder.ts";

export interface RecordingRow {
  status: "recording" | "processing" | "ready" | "no_consent" | "deleted";
  is_complete: boolean;
}

/** Creates the row of a starting recording. A call that is over, or already has one, gets none. */
export async function insertRecording(tx: Tx, now: Date, callId: string, beganMs: number): Promise<void> {
  await tx.query({
    name: "voice_recording_insert",
    text: `insert into voice_recordings (tenant_id, call_id, status, began_ms, created_at)
           select $1, c.id, 'recording', $3, $4 from voice_calls c where c.tenant_id = $1 and c.id = $2 and c.status = 'in_progress' for key share
           on conflict (tenant_id, call_id) do nothing`,
    values: [tx.tenantId, callId, beganMs, now],
  });
}

/** False: it is no longer being recorded. A piece stored before stays as it was. */
export async function insertPiece(tx: Tx, callId: string, piece: Piece): Promise<boolean> {
  const [row] = await tx.query<{ status: string }>({
    name: "voice_recording_share",
    text: "select status from voice_recordings where tenant_id = $1 and call_id = $2 for share",
    values: [tx.tenantId, callId],
  });
  if (row?.status !== "recording") return false;
  await tx.query({
    name: "voice_recording_piece_insert",
    text: `insert into voice_recording_pieces (tenant_id, call_id, starts_at, sound, peaks) values ($1, $2, $3, $4, $5)
           on conflict (tenant_id, call_id, starts_at) do nothing`,
    values: [tx.tenantId, callId, piece.startsAt, piece.sound, piece.peaks],
  });
  return true;
}

/** The caller does not want it, or could not be asked: nothing of it is kept. A deleted recording stays deleted. */
export async function withdrawRecording(tx: Tx, now: Date, callId: string): Promise<void> {
  await tx.query({
    name: "voice_recording_withdraw",
    text: `insert into voice_recordings as r (tenant_id, call_id, status, created_at)
           select $1, c.id, 'no_consent', $3 from voice_calls c where c.tenant_id = $1 and c.id = $2 for key share
           on conflict (tenant_id, call_id) do update set status = 'no_consent', began_ms = null, run_at = null
             where r.status in ('recording', 'processing')`,
    values: [tx.tenantId, callId, now],
  });
  await deletePieces(tx, callId);
}

/** Keeps nothing, because nobody knows whether the caller still agreed when the call ended. */
export async function dropRecording(tx: Tx, callId: string): Promise<void> {
  const [row] = await tx.query({
    name: "voice_recording_drop",
    text: `update voice_recordings set status = 'no_consent', began_ms = null
            where tenant_id = $1 and call_id = $2 and status = 'recording' returning 1`,
    values: [tx.tenantId, callId],
  });
  if (row !== undefined) await deletePieces(tx, callId);
}

/** The call is over and the caller agreed until its end: what there is becomes a file. `isComplete` false: a part is missing. */
export async function closeRecording(tx: Tx, now: Date, callId: string, isComplete: boolean): Promise<void> {
  await tx.query({
    name: "voice_recording_close",
    text: `update voice_recordings set status = 'processing', run_at = $3, is_complete = is_complete and $4
            where tenant_id = $1 and call_id = $2 and status = 'recording'`,
    values: [tx.tenantId, callId, now, isComplete],
  });
}

export async function lockRecording(tx: Tx, callId: string): Promise<RecordingRow | null> {
  const [row] = await tx.query<RecordingRow>({
    name: "voice_recording_lock",
    text: `select status, is_complete from voice_recordings where tenant_id = $1 and call_id = $2 for update`,
    values: [tx.tenantId, callId],
  });
  return row ?? null;
}

/** null: there is none. */
export async function peaksOf(tx: Tx, callId: string): Promise<Buffer | null> {
  const [row] = await tx.query<{ peaks: Buffer | null }>({
    name: "voice_recording_peaks",
    text: "select peaks from voice_recordings where tenant_id = $1 and call_id = $2 and status = 'ready'",
    values: [tx.tenantId, callId],
  });
  return row?.peaks ?? null;
}

export async function deletePieces(tx: Tx, callId: string): Promise<void> {
  await tx.query({
    name: "voice_recording_pieces_delete",
    text: "delete from voice_recording_pieces where tenant_id = $1 and call_id = $2",
    values: [tx.tenantId, callId],
  });
}

/** Deletes everything here. Returns the media that was its file, which the media module deletes; null: none. */
export async function markDeleted(tx: Tx, callId: string): Promise<string | null> {
  const [row] = await tx.query<{ media_id: string | null }>({
    name: "voice_recording_deleted",
    text: `update voice_recordings r set status = 'deleted', media_id = null, run_at = null, peaks = null, duration_ms = null, size_bytes = null
             from (select o.media_id from voice_recordings o where o.tenant_id = $1 and o.call_id = $2 for update) o
            where r.tenant_id = $1 and r.call_id = $2 returning o.media_id`,
    values: [tx.tenantId, callId],
  });
  await deletePieces(tx, callId);
  return row?.media_id ?? null;
}

/** For a recording in which nothing was said. */
export async function removeRecording(tx: Tx, callId: string): Promise<void> {
  await tx.query({
    name: "voice_recording_remove",
    text: "delete from voice_recordings where tenant_id = $1 and call_id = $2",
    values: [tx.tenantId, callId],
  });
}

export async function completeRecording(
  tx: Tx,
  callId: string,
  made: { mediaId: string; durationMs: number; sizeBytes: number; isComplete: boolean; peaks: Buffer },
): Promise<void> {
  await tx.query({
    name: "voice_recording_complete",
    text: `update voice_recordings set status = 'ready', run_at = null, media_id = $3, duration_ms = $4, size_bytes = $5, is_complete = $6, peaks = $7
            where tenant_id = $1 and call_id = $2`,
    values: [tx.tenantId, callId, made.mediaId, made.durationMs, made.sizeBytes, made.isComplete, made.peaks],
  });
  await deletePieces(tx, callId);
}

export interface PieceFacts {
  starts_at: number;
  /** Per channel. */
  samples: number;
  peaks: Buffer;
}

/** In order, without audio. */
export function listPieces(tx: Tx, callId: string): Promise<PieceFacts[]> {
  return tx.query<PieceFacts>({
    name: "voice_recording_pieces",
    text: `select starts_at, octet_length(sound) / 2 as samples, peaks from voice_recording_pieces where tenant_id = $1 and call_id = $2 order by starts_at`,
    values: [tx.tenantId, callId],
  });
}

export async function soundAt(tx: Tx, callId: string, startsAt: number): Promise<Buffer | null> {
  const [row] = await tx.query<{ sound: Buffer }>({
    name: "voice_recording_sound",
    text: "select sound from voice_recording_pieces where tenant_id = $1 and call_id = $2 and starts_at = $3",
    values: [tx.tenantId, callId, startsAt],
  });
  return row?.sound ?? null;
}

export interface Due {
  tenant_id: string;
  call_id: string;
  attempts: number;
}

/** Across tenants, as the worker. An unfinished one is due again after the lease. */
export function claimRecordings(database: Pick<Database, "worker">, now: Date, leaseUntil: Date, limit: number): Promise<Due[]> {
  return database.worker<Due>({
    name: "voice_recordings_claim",
    text: `update voice_recordings set run_at = $2, attempts = attempts + 1
            where (tenant_id, call_id) in (
              select tenant_id, call_id from voice_recordings where run_at <= $1 order by run_at limit $3 for update skip locked)
           returning tenant_id, call_id, attempts`,
    values: [now, leaseUntil, limit],
  });
}

export async function postponeRecording(database: Pick<Database, "worker">, due: Due, until: Date): Promise<void> {
  await database.worker({
    name: "voice_recording_later",
    text: "update voice_recordings set run_at = $3 where tenant_id = $1 and call_id = $2 and run_at is not null and attempts = $4",
    values: [due.tenant_id, due.call_id, until, due.attempts],
  });
}

/**
 * Across tenants, as the worker: recordings in progress although their calls are over. They were ended by a release that did not know about
 * recordings, so the caller's last word is unknown.
 */
export function listLeftOpen(database: Pick<Database, "worker">, limit: number): Promise<{ tenant_id: string; call_id: string }[]> {
  return database.worker({
    name: "voice_recordings_left_open",
    text: `select r.tenant_id, r.call_id from voice_recordings r join voice_calls c on c.tenant_id = r.tenant_id and c.id = r.call_id
            where r.status = 'recording' and c.ended_at is not null limit $1`,
    values: [limit],
  });
}

/** Across tenants, as the worker: files of calls beyond the organization's retention period for messages. */
export function listOutdated(
  database: Pick<Database, "worker">,
  now: Date,
  limit: number,
): Promise<{ tenant_id: string; call_id: string }[]> {
  return database.worker({
    name: "voice_recordings_outdated",
    text: `select c.tenant_id, c.id as call_id from retention_settings s
             join voice_calls c on c.tenant_id = s.tenant_id and c.ended_at < $1::timestamptz - s.messages_days * interval '1 day'
             join voice_recordings r on r.tenant_id = c.tenant_id and r.call_id = c.id and r.media_id is not null
            where s.messages_days is not null limit $2`,
    values: [now, limit],
  });
}

/** An audit entry says that somebody has opened it since then. */
export async function wasOpened(tx: Tx, callWire: string, actorId: string, since: Date): Promise<boolean> {
  const rows = await tx.query({
    name: "voice_recording_opened",
    text: `select 1 from audit_entries where tenant_id = $1 and target_id = $2 and created_at > $4
              and action = 'call.recording_opened' and actor_id = $3 limit 1`,
    values: [tx.tenantId, callWire, actorId, since],
  });
  return rows.length > 0;
}
