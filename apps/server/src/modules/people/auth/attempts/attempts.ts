import { hash } from "node:crypto";
import type { WorkerQuery } from "#modules/organizations/tenants/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { countAttempt, findWait, undoAttempt, forgetAttempts } from "./attempts.queries.ts";

/**
 * Limits attempts at secrets that can be guessed: passwords, codes, mail tokens. One statement counts in the database
 * before the attempt is made, so the limit holds for any number of concurrent attempts and processes, and survives
 * restarts.
 */
interface Rule {
  /** Attempts within the window before a wait is imposed. */
  free: number;
  windowMs: number;
  /** The first wait; doubles with each further attempt up to the maximum. */
  waitMs: number;
  waitMsMax: number;
  /** How long after a wait its attempts still count. */
  memoryMs: number;
}

const minute = 60_000;
const hour = 60 * minute;

/**
 * OWASP ASVS 5.0, 6.3.1. The limit per account is generous: it stops attempts from many addresses, but must not become
 * a way to lock the person out.
 */
export const attemptRules = {
  address: { free: 20, windowMs: minute, waitMs: minute, waitMsMax: minute, memoryMs: 0 },
  accountAtAddress: { free: 5, windowMs: 15 * minute, waitMs: minute, waitMsMax: hour, memoryMs: 15 * minute },
  account: { free: 100, windowMs: hour, waitMs: hour, waitMsMax: hour, memoryMs: 0 },
  /** A signed-in person who confirms their identity again. */
  person: { free: 5, windowMs: 15 * minute, waitMs: minute, waitMsMax: hour, memoryMs: 15 * minute },
  /** Mails that anybody can trigger to an address. */
  reset: { free: 3, windowMs: hour, waitMs: hour, waitMsMax: hour, memoryMs: 0 },
  /**
   * Mails with a link that proves an address: requested by a signed-in person; requested by anybody, counted separately
   * so that a stranger uses up none of the person's; and how often a person may send one to addresses of their choice.
   */
  proof: { free: 3, windowMs: hour, waitMs: hour, waitMsMax: hour, memoryMs: 0 },
  emailLink: { free: 3, windowMs: hour, waitMs: hour, waitMsMax: hour, memoryMs: 0 },
  emailChange: { free: 5, windowMs: hour, waitMs: hour, waitMsMax: hour, memoryMs: 0 },
  /** Calls of one flow's hook; and, per network, calls of unknown hooks. */
  flowHook: { free: 600, windowMs: minute, waitMs: minute, waitMsMax: minute, memoryMs: 0 },
  flowHookAtAddress: { free: 300, windowMs: minute, waitMs: minute, waitMsMax: minute, memoryMs: 0 },
  /** Anonymous submissions of a form: per address, and in total. */
  formAtAddress: { free: 10, windowMs: 10 * minute, waitMs: 10 * minute, waitMsMax: 10 * minute, memoryMs: 0 },
  form: { free: 300, windowMs: hour, waitMs: hour, waitMsMax: hour, memoryMs: 0 },
} satisfies Record<string, Rule>;

export type AttemptRule = keyof typeof attemptRules;

export interface Attempt {
  /**
   * The attempt succeeded: resets the attempts at this account from this address, and counts this one nowhere. `query`:
   * uses a running transaction.
   */
  succeeded(query?: WorkerQuery): Promise<void>;
  /** The attempt revealed nothing about a secret: uncounts only this one, and ends the wait that it imposed. */
  takeBack(): Promise<void>;
}

export function createAttempts(deps: { database: Pick<Database, "worker">; clock: Clock }) {
  const worker: WorkerQuery = (statement) => deps.database.worker(statement);

  /** Returns the end of the wait that this attempt imposes on the next. */
  async function begin(rule: AttemptRule, subject: Buffer): Promise<Date | null> {
    const { free, windowMs, waitMs, waitMsMax, memoryMs } = attemptRules[rule];
    const now = deps.clock.now();
    // Runs as the worker: until the person is known there is no tenant.
    const [row] = await countAttempt(deps.database, subject, now, free, windowMs, waitMs, waitMsMax, memoryMs);
    if (row?.begun === true) return row.blocked_until;
    throw tooMany(row?.blocked_until ?? now, now);
  }

  /**
   * Throws rate_limited while a wait lasts, and counts nothing. For secrets too long to guess: only their failures are
   * counted (`attempt`), so that legitimate holders do not use up a shared count.
   */
  async function check(rule: AttemptRule, text: string): Promise<void> {
    const now = deps.clock.now();
    // Runs as the worker: until the person is known there is no tenant.
    const [row] = await findWait(deps.database, subjectOf(rule, text), now);
    if (row !== undefined) throw tooMany(row.blocked_until, now);
  }

  /** Throws rate_limited with the wait. */
  async function attempt(subjects: Partial<Record<AttemptRule, string>>): Promise<Attempt> {
    const counted: { rule: AttemptRule; subject: Buffer; imposed: Date | null }[] = [];
    for (const [rule, text] of Object.entries(subjects) as [AttemptRule, string][]) {
      const subject = subjectOf(rule, text);
      counted.push({ rule, subject, imposed: await begin(rule, subject) });
    }
    const takeBack = async (which: typeof counted, query: WorkerQuery = worker) => {
      for (const { rule, subject, imposed } of which) {
        await undoAttempt(query, subject, attemptRules[rule].free, imposed);
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

/** Hashed, so that the table does not reveal who tried to sign in. */
const subjectOf = (rule: AttemptRule, text: string) => hash("sha256", `${rule}\0${text}`, "buffer");

function tooMany(until: Date, now: Date): AppError {
  const seconds = Math.ceil((until.getTime() - now.getTime()) / 1000);
  return new AppError("rate_limited", { message: "Too many attempts. Wait, then try again.", retryAfterSeconds: Math.max(1, seconds) });
}
