import type { FastifyInstance } from "fastify";
import type { ClientConfig } from "pg";
import type { Config } from "./config.ts";
import type { DashboardFiles } from "./dashboard/files.ts";
import type { AiGateway } from "#modules/knowledge/ai/index.ts";
import type { InstalledConnector } from "#modules/channels/channels/index.ts";
import type { createMailModule } from "#modules/people/mail/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Timers } from "#platform/clock/timers.ts";
import type { Database } from "#platform/db/database.ts";
import type { Log } from "#platform/log/log.ts";

/** What a demo's own pages show of the app. */
export interface DemoShown {
  mails: ReturnType<typeof createMailModule>["kept"];
}

/** What the app is made of and does not make itself. */
export interface AppDeps {
  config: Config;
  /** Log-ins of the two roles; the app never sees the owner's. */
  connections: { app: ClientConfig; worker: ClientConfig };
  rootKeys: Buffer[];
  log: Log;
  /** Tests inject theirs; else the machine's clock, corrected to the database's. */
  clock?: Clock;
  /** Tests inject theirs; else the process's own. */
  timers?: Timers;
  /** Tests inject theirs; else the tenant's own keys are asked. */
  ai?: AiGateway;
  /** Tests put theirs around it, to do something between two statements. */
  aroundDatabase?(database: Database): Database;
  /** Connectors beside the installed ones: a channel of one's own, or of a test. */
  connectors?: InstalledConnector[];
  /** What browsers get at `/`; absent: nothing. "missing": it could not be built. */
  dashboard?: DashboardFiles | "missing";
  /** What a demo adds (src/demo): a clock that can be moved, routes of its own, and where to find them. */
  demo?: {
    clock(clock: Clock): Clock;
    routes(server: FastifyInstance, shown: DemoShown): Promise<void>;
    links: Record<string, string>;
    /** Its pages with their token, if the tenant (a uuid) is the demo's. */
    pagesOf(tenantId: string): { phoneUrl: string | null; mailsUrl: string | null } | null;
  };
  /** Background work runs only by `drain` (tests). */
  idle?: boolean;
  /**
   * How long `GET /events` waits for a writing transaction that hides newer events (modules/events/events). Tests share one cluster:
   * there a transaction of another file, such as the making of its database, may take longer than any of a server's own.
   */
  eventsSettleMsMax?: number;
}
