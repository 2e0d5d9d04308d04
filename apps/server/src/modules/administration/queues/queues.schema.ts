import { type Static, Type } from "typebox";
import { ListOf, listQuery, NullableText, NullableTimestamp } from "#platform/http/schemas.ts";
import { queueCountMax } from "#platform/jobs/queue.ts";

const Count = (description: string) =>
  Type.Integer({ minimum: 0, description: `${description}. Counted up to ${queueCountMax}, which means that many or more` });

export const QueueStats = Type.Object(
  {
    name: Type.String(),
    waiting: Count("Due now"),
    active: Count("In progress"),
    delayed: Count("Due later"),
    failed: Count("Failed for good; a retry restarts those that can be repeated"),
    completed24h: Type.Unsafe<number | null>({
      type: ["integer", "null"],
      minimum: 0,
      description: "Completed in the current hour and the 23 before it; null: the queue keeps no record",
    }),
    oldestWaitingSeconds: Type.Unsafe<number | null>({
      type: ["integer", "null"],
      minimum: 0,
      description: "How long the oldest has been due; null: nothing is due",
    }),
  },
  { title: "QueueStats" },
);
export type QueueStats = Static<typeof QueueStats>;

export const FailedWork = Type.Object(
  {
    id: Type.String({ description: "wrk_…, within its queue" }),
    queue: Type.String(),
    organizationId: NullableText({ description: "null: it belongs to the installation" }),
    about: NullableText({ description: "What it was: an event's type, a kind of mail, a source's name, a job; null: see the queue" }),
    reason: NullableText({ description: "Why it failed" }),
    attempts: Type.Unsafe<number | null>({ type: ["integer", "null"], minimum: 0, description: "null: not counted" }),
    failedAt: NullableTimestamp(),
    canRetry: Type.Boolean({ description: "false: for a delivery, its endpoint is not active" }),
    canDiscard: Type.Boolean({ description: "false: the failure is shown, and has to be ended, at its resource" }),
  },
  { title: "FailedWork" },
);
export type FailedWork = Static<typeof FailedWork>;
export const FailedWorkList = ListOf(FailedWork);
export const ListFailedWorkQuery = listQuery({});
export const FailedWorkParams = Type.Object({ name: Type.String(), id: Type.String({ description: "wrk_…" }) });

export const QueueStatsList = ListOf(QueueStats);
/** There are few queues: one page shows all, unless the caller asks for fewer. */
export const ListQueueStatsQuery = listQuery({}, { default: 100, max: 100 });
export const QueueParams = Type.Object({ name: Type.String() });
export const QueueRetry = Type.Object(
  { name: Type.String(), retried: Type.Integer({ minimum: 0, description: "At most 1,000 per call: call again for more" }) },
  { title: "QueueRetry" },
);
export type QueueRetry = Static<typeof QueueRetry>;
