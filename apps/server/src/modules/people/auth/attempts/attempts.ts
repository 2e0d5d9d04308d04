import { hash } from "node:crypto";
import type { WorkerQuery } from "#modules/organizations/tenants/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { countAttempt, findWait, takeBackAttempt, forgetAttempts } from "./attempts.queries.ts";

/**
 * Limits on tries at what can be guessed: passwords, codes, tokens of mails. Counted in the database before the try is made, in one
 * statement, so that however many come at once, over however many processes, only so many are made; a restart forgets none.
 */
interface Rule {
  /** Tries within the window before there is a wait. */
  free: number;
  windowMs: number;
  /** The first wait; doubles with each further try up to the longest. */
  waitMs: number;
  waitMsMax: number;
  /** How long after a wait its tries are still remembered. */
  memoryMs: number;
}

const minute = 60_000;
const hour = 60 * minute;

/** OWASP ASVS 5.0, 6.3.1. An account's own limit is wide: it stops a crowd of addresses, and must not be a way to lock somebody out. */
export const attemptRules = {
  address: { free: 20, windowMs: minute, waitMs: minute, waitMsMax: minute, memoryMs: 0 },
  accountAtAddress: { free: 5, windowMs: 15 * minute, waitMs: minute, waitMsMax: hour, memoryMs: 15 * minute },
  account: { free: 100, windowMs: hour, waitMs: hour, waitMsMax: hour, memoryMs: 0 },
  /** A signed-in person who proves again that it is them. */
  person: { free: 5, windowMs: 15 * minute, waitMs: minute, waitMsMax: hour, memoryMs: 15 * minute },
  /** Mails that anybody can have sent to an address. */
  reset: { free: 3, windowMs: hour, waitMs: hour, waitMsMax: hour, memoryMs: 0 },
  /** Mails with a link to show whose an address is, that somebody signed in asks for; the same for anybody, apart, so that a stranger takes none of
   * theirs; and how often a person may have one sent to addresses of their choice. */
  proof: { free: 3, windowMs: hour, waitMs: hour, waitMsMax: hour, memoryMs: 0 },
  emailLink: { free: 3, windowMs: hour, waitMs: hour, waitMsMax: hour, memoryMs: 0 },
  emailChange: { free: 5, windowMs: hour, waitMs: hour, waitMsMax: hour, memoryMs: 0 },
  /** Calls of the address of one flow; and of one network those of addresses that are no flow's. */
  flowHook: { free: 600, windowMs: minute, waitMs: minute, waitMsMax: minute, memoryMs: 0 },
  flowHookAtAddress: { free: 300, windowMs: minute, waitMs: minute, waitMsMax: minute, memoryMs: 0 },
  /** What strangers send through a form: of one address, and of all. */
  formAtAddress: { free: 10, windowMs: 10 * minute, waitMs: 10 * minute, waitMsMax: 10 * minute, memoryMs: 0 },
  form: { free: 300, windowMs: hour, waitMs: hour, waitMsMax: hour, memoryMs: 0 },
} satisfies Record<string, Rule>;

export type AttemptRule = keyof typeof attemptRules;

export interface Attempt {
  /** It was them: tries at this account from here are forgotten, and this one counts nowhere. `query`: in a transaction under way. */
  succeeded(query?: WorkerQuery): Promise<void>;
  /** Nothing was learned about a secret: only this try is taken back. */
  takeBack(): Promise<void>;
}

export function createAttempts(deps: { database: Pick<Database, "worker">; clock: Clock }) {
  const worker: WorkerQuery = (statement) => deps.database.worker(statement);

  async function begin(rule: AttemptRule, subject: Buffer): Promise<void> {
    const { free, windowMs, waitMs, waitMsMax, memoryMs } = attemptRules[rule];
    const now = deps.clock.now();
    // As the worker: before anybody is known there is no tenant.
    const [row] = await countAttempt(deps.database, subject, now, free, windowMs, waitMs, waitMsMax, memoryMs);
    if (row?.begun === true) return;
    throw tooMany(row?.blocked_until ?? now, now);
  }

  /**
   * Throws rate_limited while a wait lasts, and counts nothing: for secrets too long to be guessed, of which only the failures are counted
   * (`attempt`), so that those who know theirs share no count.
   */
  async function check(rule: AttemptRule, text: string): Promise<void> {
    const now = deps.clock.now();
    // As the worker: before anybody is known there is no tenant.
    const [row] = await findWait(deps.database, subjectOf(rule, text), now);
    if (row !== undefined) throw tooMany(row.blocked_until, now);
  }

  /** Throws rate_limited with the wait. */
  async function attempt(subjects: Partial<Record<AttemptRule, string>>): Promise<Attempt> {
    const counted: { rule: AttemptRule; subject: Buffer }[] = [];
    for (const [rule, text] of Object.entries(subjects) as [AttemptRule, string][]) {
      const subject = subjectOf(rule, text);
      await begin(rule, subject);
      counted.push({ rule, subject });
    }
    const takeBack = async (which: typeof counted, query: WorkerQuery = worker) => {
      for (const { rule, subject } of which) {
        await takeBackAttempt(query, subject, attemptRules[rule].free);
      }
    };
    return {
      takeBack: () => takeBack(counted),
      async succeeded(query = worker) {
        const forgotten = counted.filter(({ rule }) => rule === "accountAtAddress" || rule === "person");
        for (const { subject } of forgotten) {
          await forgetAttempts(query, subject);
        }
        await takeBack(
          counted.filter((one) => !forgotten.includes(one)),
          query,
        );
      },
    };
  }

  return { attempt, check };
}

export type Attempts = ReturnType<typeof createAttempts>;

/** Hashed: the table tells nobody who tried to sign in. */
const subjectOf = (rule: AttemptRule, text: string) => hash("sha256", `${rule}\0${text}`, "buffer");

function tooMany(until: Date, now: Date): AppError {
  const seconds = Math.ceil((until.getTime() - now.getTime()) / 1000);
  return new AppError("rate_limited", { message: "Too many attempts. Wait, then try again.", retryAfterSeconds: Math.max(1, seconds) });
}
