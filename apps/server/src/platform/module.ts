import type { Ending } from "./auth/acting-grant.ts";
import type { EventType } from "./events/types.ts";
import type { AnyRoute } from "./http/route.ts";
import type { DueTime } from "./jobs/due-watch.ts";
import type { Loop } from "./jobs/loop.ts";
import type { Queue } from "./jobs/queue.ts";
import type { ScheduledJob } from "./jobs/scheduler.ts";
import type { SnapshotPart } from "./snapshot/snapshot-part.ts";

/** What the composition root takes from a module without knowing what it is about. */
export interface Module {
  routes?: AnyRoute[];
  /** Published event types. */
  events?: readonly EventType[];
  /** Background work of the worker role. */
  loops?: Loop[];
  jobs?: ScheduledJob[];
  /** Its work that waits in rows, for whoever operates the installation. */
  queues?: Queue[];
  /** What its loops wait for that is in no queue: an installation at rest goes on when it is due. */
  times?: readonly DueTime[];
  /** What of a tenant's configuration it keeps: goes into snapshots. */
  snapshot?: SnapshotPart[];
  /** What of it acts by itself, and how that stops with the grant of an agency that made it. */
  endings?: Ending[];
  /** Waits until what its loops have begun has ended. */
  idle?(): Promise<unknown>;
}
