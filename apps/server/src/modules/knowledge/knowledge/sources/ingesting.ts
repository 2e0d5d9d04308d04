import type { MediaService } from "#modules/channels/media/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import { retryConflicts } from "#platform/db/conflicts.ts";
import { type Database, sqlState, type Tx } from "#platform/db/database.ts";
import type { Claimed, Claims, ClaimSource } from "#platform/jobs/claim.ts";
import type { Loop } from "#platform/jobs/loop.ts";
import { createTenantWork } from "#platform/jobs/tenant-work.ts";
import type { Threads } from "#platform/threads/threads.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import type { OutboundClient } from "#platform/outbound-http/client.ts";
import { backoffMs } from "#platform/retry/schedule.ts";
import { addVocabulary, mainLanguage, replaceDocument, setSearchable } from "./indexing.queries.ts";
import * as queries from "./ingesting.queries.ts";
import type { Bounds } from "../knowledge.settings.ts";
import { createParser } from "../parsing/parser.ts";
import { type ReadOutcome, readSource } from "./read-source.ts";
import { sourceErrors, type SourceErrorCode } from "./sources.schema.ts";

export interface IngestingDeps {
  database: Database;
  media: Pick<MediaService, "readStored">;
  outbound: OutboundClient;
  claims: Claims;
  clock: Clock;
  wake: Wake;
  log: Log;
  threads: Threads;
  bounds: Bounds;
  random?: () => number;
}

interface ClaimedJob extends Claimed {
  source_id: string;
  tries: number;
  attempts_settled: number;
}

const source: ClaimSource = {
  table: "knowledge_jobs",
  lane: "tenant_id",
  order: "t.run_at, t.source_id",
  key: ["source_id"],
  columns: ["tries", "attempts_settled"],
};

/** A file is completely in memory, here and in its parsing process. */
const inFlightMax = 3;
const perTenantMax = 2;
/** Longer than a fetch's six hops and a parse may take. */
const leaseMs = 300_000;
const triesMax = 5;
/** Claims that never ended: the workers that took them died, and the source may be the cause. */
const claimsMax = 10;
const hourMs = 3_600_000;
/** For one statement; on an idle machine 2,000,000 characters take 3. */
const writeSeconds = 60;
const parsing = { timeoutMs: 30_000, memoryMb: 512, unpackedBytesMax: 50 * 1024 * 1024 };

/**
 * Reads sources: a job is claimed, the content is fetched and read outside any transaction, and one transaction
 * replaces the old passages and ends the job. A second or concurrent run finds the claim gone and changes nothing, as
 * does a run whose source was changed meanwhile.
 */
export function createIngesting(deps: IngestingDeps) {
  const random = deps.random ?? Math.random;
  const parser = createParser({ ...parsing, lengthMax: deps.bounds.extractedLength, pagesMax: deps.bounds.pages });
  const stopping = new AbortController();

  async function ingest(job: ClaimedJob): Promise<void> {
    const { tenant_id: tenantId, source_id: id } = job;
    const claimed = await deps.database.withTenant(tenantId, async (tx) => {
      const row = await queries.beginReading(tx, job);
      return row === null ? null : { row, language: await mainLanguage(tx) };
    });
    if (claimed === null) return;
    const { row } = claimed;
    if (job.attempts - job.attempts_settled > claimsMax)
      return settle(job, row.version, { kind: "failed", code: "unreadable", detail: "it was started too often without finishing" });
    let outcome: ReadOutcome;
    try {
      outcome = await readSource(
        { ...deps, parser, now: () => deps.clock.now(), signal: stopping.signal },
        tenantId,
        row,
        claimed.language,
      );
    } catch (error) {
      // Stopping says nothing about the source: the next worker gets it immediately.
      if (stopping.signal.aborted) return void (await deps.database.withTenant(tenantId, (tx) => queries.returnJob(tx, job)));
      deps.log.warn({ err: error, source: id }, "a knowledge source could not be read; it is retried");
      outcome = { kind: "later", code: "internal", detail: "", waitMs: null };
    }
    await settle(job, row.version, outcome);
  }

  async function settle(job: ClaimedJob, version: number, given: ReadOutcome): Promise<void> {
    const outcome: ReadOutcome = given.kind === "later" && job.tries + 1 >= triesMax ? { ...given, kind: "failed" } : given;
    if (outcome.kind === "read") await write(job, version, outcome);
    else await deps.database.withTenant(job.tenant_id, (tx) => conclude(tx, job, version, outcome));
    if (outcome.kind === "failed" && outcome.code === "unreadable")
      deps.log.info({ source: job.source_id, detail: outcome.detail }, "a knowledge source cannot be read");
  }

  /**
   * Replaces the old passages with new ones. The source is locked only at the end, so that requests need not wait for
   * them.
   */
  async function write(job: ClaimedJob, version: number, outcome: Extract<ReadOutcome, { kind: "read" }>): Promise<void> {
    const { language, chunks } = outcome;
    await deps.database.withTenant(job.tenant_id, async (tx) => {
      await queries.setStatementTimeout(tx, writeSeconds);
      await addVocabulary(tx, language, chunks);
    });
    await retryConflicts(() =>
      deps.database.withTenant(job.tenant_id, async (tx) => {
        await queries.setStatementTimeout(tx, writeSeconds);
        await replaceDocument(tx, { id: job.source_id, kind: "source", language, isSearchable: false, chunks, wholeQuestions: [] });
        const locked = await conclude(tx, job, version, outcome);
        if (locked === null) throw new SourceChanged();
        await setSearchable(tx, job.source_id, locked.is_active);
      }),
    ).catch((error: unknown) => {
      // A source deleted meanwhile accepts no passages either.
      if (!(error instanceof SourceChanged) && sqlState(error) !== "23503") throw error;
    });
  }

  /**
   * Ends the job with its outcome, in the same transaction. null: another worker has the job, or the source has
   * changed.
   */
  async function conclude(tx: Tx, job: ClaimedJob, version: number, outcome: ReadOutcome): Promise<queries.LockedSource | null> {
    const now = deps.clock.now();
    const locked = await queries.lockSource(tx, job.source_id);
    if (locked === null || locked.version !== version) return null;
    if (outcome.kind === "later") {
      const waitMs = outcome.waitMs ?? backoffMs(job.tries + 1, { baseMs: 60_000, maxMs: hourMs, random });
      if (!(await queries.postponeJob(tx, job, new Date(now.getTime() + waitMs)))) return null;
      await queries.markFailed(tx, now, job.source_id, "pending", outcome.code, describe(outcome));
      return locked;
    }
    const hours = locked.refresh_every_hours;
    if (!(await queries.endJob(tx, job, hours === null ? null : new Date(now.getTime() + hours * hourMs)))) return null;
    if (outcome.kind === "failed") await queries.markFailed(tx, now, job.source_id, "failed", outcome.code, describe(outcome));
    else if (outcome.kind === "unchanged") await queries.markUnchanged(tx, now, job.source_id);
    else await queries.markReady(tx, now, job.source_id, { ...outcome, chunkCount: outcome.chunks.length });
    return locked;
  }

  const work = createTenantWork<ClaimedJob>({
    ...deps,
    name: "knowledge sources",
    leases: "knowledge leases",
    topic: "knowledge",
    source,
    inFlightMax,
    perTenantMax,
    leaseMs,
    work: ingest,
  });
  const [loop, leases] = work.loops;

  return {
    loops: [
      {
        ...loop,
        async stop() {
          // A fetch or a parse may take longer than the shutdown: the next worker repeats what is in progress.
          stopping.abort();
          parser.stop();
          await loop.stop();
        },
      },
      leases,
    ] as Loop[],
    idle: work.idle,
  };
}

/** The error text for people, with the page's own detail. */
function describe({ code, detail }: { code: SourceErrorCode; detail: string }): string {
  return /^HTTP status \d+/.test(detail) ? `${sourceErrors[code]} (${detail})` : sourceErrors[code];
}

/** The source changed while it was read: the result is discarded. */
class SourceChanged extends Error {
  override readonly name = "Overtaken";
}
