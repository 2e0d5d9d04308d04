import type { Delegations } from "../../auth/delegations.ts";
import type { Verifier } from "../../auth/verifier.ts";
import type { Clock } from "../../clock/clock.ts";
import type { Database } from "../../db/database.ts";
import type { Origins } from "../../events/origin.ts";
import type { Idempotency } from "../../idempotency/idempotency.ts";
import type { Topic } from "../../jobs/wake.ts";
import type { Log } from "../../log/log.ts";
import type { RequestLimiter } from "../../rate-limit/limiter.ts";
import type { Recording, RecordRequest } from "../recording.ts";

export interface RegisterOptions {
  database: Database;
  log: Log;
  clock: Clock;
  verifier: Verifier;
  delegations: Delegations;
  limiter: RequestLimiter;
  idempotency: Idempotency;
  origins: Origins;
  /** After a write has committed: its events can be read, and the topics may have new work. */
  afterWrite(topics: Topic[]): void;
  /** Where browsers reach this server; undefined: where they connect to. With https, cookies are Secure. */
  publicUrl: string | undefined;
  /** Called for requests made with keys, after their responses. */
  record?: RecordRequest;
}

export type Mounting = RegisterOptions & { recording?: Recording };
