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
export interface DemoPageData {
  mails: ReturnType<typeof createMailModule>["kept"];
}

/** Everything that the app needs and does not create itself. */
export interface AppDeps {
  config: Config;
  /** Credentials of the two roles; the app never gets the owner's. */
  connections: { app: ClientConfig; worker: ClientConfig };
  rootKeys: Buffer[];
  log: Log;
  /** Tests inject one; by default the machine's clock, corrected to the database's. */
  clock?: Clock;
  /** Tests inject them; by default the process's own. */
  timers?: Timers;
  /** Tests inject a cheap one for users that an operator adds; a stored hash says how to verify it. */
  hashPassword?(password: string): Promise<string>;
  /** Tests inject one; by default models are called with the tenant's own keys. */
  ai?: AiGateway;
  /** Tests wrap it, to act between two statements. */
  wrapDatabase?(database: Database): Database;
  /** Connectors in addition to the installed ones: a custom channel, or a test's. */
  connectors?: InstalledConnector[];
  /** The dashboard at `/`; undefined: none. "missing": it could not be built. */
  dashboard?: DashboardFiles | "missing";
  /** What a demo adds (src/demo): a clock that can be advanced, its own routes, and its addresses. */
  demo?: {
    clock(clock: Clock): Clock;
    routes(server: FastifyInstance, shown: DemoPageData): Promise<void>;
    links: Record<string, string>;
    /** Its pages with their token, if the tenant (a uuid) is the demo's own. */
    pagesOf(tenantId: string): { phoneUrl: string | null; mailsUrl: string | null } | null;
  };
  /** Background work runs only through `drain` (tests). */
  idle?: boolean;
  /**
   * How long `GET /events` waits for a writing transaction that hides newer events (modules/events/events). Tests share
   * one cluster, where a transaction of another test file, such as creating its database, may take longer than any of a
   * server's own.
   */
  eventsSettleMsMax?: number;
}
