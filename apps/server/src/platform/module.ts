import type { GrantEnding } from "./auth/acting-grant.ts";
import type { EventType } from "./events/types.ts";
import type { AnyRoute } from "./http/route.ts";
import type { DueTime } from "./jobs/due-watch.ts";
import type { Loop } from "./jobs/loop.ts";
import type { Queue } from "./jobs/queue.ts";
import type { ScheduledJob } from "./jobs/scheduler.ts";
import type { SnapshotPart } from "./snapshot/snapshot-part.ts";

/** What the composition root takes from a module without knowing its purpose. */
export interface Module {
  routes?: AnyRoute[];
  /** Published event types. */
  events?: readonly EventType[];
  /** Background work of the worker role. */
  loops?: Loop[];
  jobs?: ScheduledJob[];
  /** Its work waiting in rows, for the operator of the installation. */
  queues?: Queue[];
  /** Due times of its loops that are in no queue: they wake an installation from rest. */
  times?: readonly DueTime[];
  /** The parts of a tenant's configuration that it stores, for snapshots. */
  snapshot?: SnapshotPart[];
  /** Its resources that act by themselves, and how they stop with the grant of the agency that created them. */
  endings?: GrantEnding[];
  /** Waits until work that its loops started is done. */
  idle?(): Promise<unknown>;
}
