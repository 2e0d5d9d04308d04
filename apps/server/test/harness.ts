/**
 * The whole app on its own database, driven over real HTTP. Time is a manual clock, background work runs when `drain` is called, platforms
 * and webhook receivers are simulators over real HTTP. Run with `npm test -- FILE`.
 */
import { createHmac, randomBytes } from "node:crypto";
import { Agent } from "node:http";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestDatabase, type TestDatabase } from "@parley/database/testing";
import { type ChatAppSimulator, startChatAppSimulator } from "@parley/simulators/chat-app";
import { type App, createApp } from "../src/app.ts";
import type { AppDeps } from "../src/app-deps.ts";
import { readConfig } from "../src/config.ts";
import { countChanges, noteChange, othersRun, watchChanges } from "./drains/changes.ts";
import { patienceMs } from "./eventually.ts";
import { type Watched, watchLoops } from "./drains/loop-watch.ts";
import { createDocumentCheck, refuseUndocumented } from "./openapi/documented.ts";
import { send } from "./raw-http.ts";
import type { AiGateway } from "../src/modules/knowledge/ai/index.ts";
import { hashPassword } from "../src/modules/organizations/tenants/index.ts";
import type { InstalledConnector } from "../src/modules/channels/channels/index.ts";
import type { MemberRole } from "../src/platform/auth/roles.ts";
import { allScopes } from "../src/platform/auth/scopes.ts";
import { createManualClock, type ManualClock } from "../src/platform/clock/clock.ts";
import type { Timers } from "../src/platform/clock/timers.ts";
import type { Database } from "../src/platform/db/database.ts";
import { wireId } from "../src/platform/ids/ids.ts";
import { createLog } from "../src/platform/log/log.ts";

export interface ApiResponse<T = any> {
  status: number;
  headers: Headers;
  body: T;
  text: string;
}

export interface Api {
  get<T = any>(path: string, headers?: Record<string, string>): Promise<ApiResponse<T>>;
  post<T = any>(path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiResponse<T>>;
  patch<T = any>(path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiResponse<T>>;
  put<T = any>(path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiResponse<T>>;
  delete<T = any>(path: string, headers?: Record<string, string>): Promise<ApiResponse<T>>;
  request<T = any>(
    method: string,
    path: string,
    options?: { body?: string | Buffer; headers?: Record<string, string> },
  ): Promise<ApiResponse<T>>;
}

/** `id` is the tenant's uuid. */
export interface TestTenant {
  id: string;
  key: string;
  api: Api;
}

/** A signed-in person. Ids are as on the wire. */
export interface TestPerson {
  userId: string;
  agentId: string;
  email: string;
  password: string;
  /** The Cookie header. */
  cookie: string;
  /** With the cookie, as a browser on one of our pages sends it. */
  api: Api;
}

export interface TestApp {
  url: string;
  app: App;
  database: TestDatabase;
  clock: ManualClock;
  /** Where media is stored. */
  mediaDir: string;
  simulator: ChatAppSimulator;
  /** Log lines so far, as JSON text. */
  logged(): string;
  /** A fresh tenant with a key that has every scope. */
  tenant(options?: { kind?: "business" | "agency" | "platform" }): Promise<TestTenant>;
  /** Another key of a tenant. */
  key(tenantId: string, options?: { scopes?: readonly string[]; rateLimitPerMinute?: number }): Promise<string>;
  api(key: string | null): Api;
  /** A new person with a role in a tenant, signed in. `tenantId` is a uuid. */
  person(tenantId: string, options?: { role?: MemberRole; platformAdmin?: boolean; name?: string }): Promise<TestPerson>;
  /** A connected chat-app channel on the simulator. `external` is its phone number id. */
  channel(
    tenant: TestTenant,
    options?: { messagesPerSecond?: number; name?: string },
  ): Promise<{ id: string; externalId: string; appSecret: string; callbackPath: string }>;
  /** A channel on the operator's authority, as `parley channel create` creates it: without verification by a platform. */
  vouchedChannel(
    tenant: TestTenant,
    input: { kind: string; name?: string; externalId?: string; config: Record<string, unknown> },
  ): Promise<{ id: string; callbackPath: string; status: string }>;
  /**
   * Runs all background work, or some loops, to completion. The simulator holds its statuses until `settle`, unless background loops are
   * live.
   */
  drain(only?: readonly string[]): Promise<void>;
  /** Drains, waits for the simulator's callbacks, and repeats until both are idle. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

export const appSecret = "test-app-secret";
export const verifyToken = "test-verify-token";

/** Options that tests change; `sharing` starts more processes on the same database. */
export async function startTestApp(
  options: {
    env?: Record<string, string>;
    /** The current one first; default: the same for all apps. */
    rootKeys?: Buffer[];
    sharing?: TestApp;
    /** A migrated database that the caller owns and drops; default: a fresh clone of the template. */
    database?: TestDatabase;
    clock?: ManualClock;
    simulatorOptions?: object;
    /** Connectors in addition to the installed ones. */
    connectors?: InstalledConnector[];
    /** Timers that tests fire by hand. */
    timers?: Timers;
    /** Replaces the AI gateway. */
    ai?: AiGateway;
    /** What browsers get at `/`; default: nothing, so that no test depends on a build. */
    dashboard?: AppDeps["dashboard"];
    wrapDatabase?: (database: Database) => Database;
    /** Background loops run by themselves (for tests that need real concurrency); default: only `drain` runs them. */
    live?: boolean;
    /** Default: as long as it takes until every written event can be read. */
    eventsSettleMsMax?: number;
  } = {},
): Promise<TestApp> {
  const database = options.database ?? options.sharing?.database ?? (await timed("database", createTestDatabase));
  if (options.database === undefined && options.sharing === undefined) bornAt.set(database, countChanges());
  await timed("watchChanges", () => watchChanges(database));
  const clock = options.clock ?? options.sharing?.clock ?? createManualClock(new Date(Math.floor(Date.now() / 1000) * 1000));
  let asked = 0;
  const counted = {
    now() {
      asked++;
      return clock.now();
    },
    asked: () => asked,
  };
  const simulator =
    options.sharing?.simulator ??
    (await timed("simulator", () =>
      startChatAppSimulator({
        appSecret,
        verifyToken,
        statusDelaysMs: { sent: 0, delivered: 0, read: 0 },
        // A status right after a send could otherwise be processed before the send's outcome: `settle` decides when they arrive.
        holdStatuses: options.live !== true,
        clock: { now: () => clock.now().getTime() },
        enforceLimits: false,
        magicRecipients: false,
        ...options.simulatorOptions,
      }),
    ));
  const mediaDir = options.sharing?.mediaDir ?? (await mkdtemp(join(tmpdir(), "parley-media-")));
  const lines: string[] = [];
  const log = createLog("debug", {
    write: (line: string) => {
      lines.push(line);
    },
  } as never);
  const config = readConfig({
    PORT: "0",
    DEMO: "false",
    DATA_DIR: "/nonexistent",
    MEDIA_DIR: mediaDir,
    OUTBOUND_ALLOW: "127.0.0.1",
    CHAT_APP_API_URL: simulator.url,
    CHAT_APP_APP_SECRET: appSecret,
    CHAT_APP_VERIFY_TOKEN: verifyToken,
    CHAT_APP_APP_ID: "670000000000001",
    CHAT_APP_LOGIN_URL: simulator.url,
    CHAT_APP_CONFIGURATION_ID: "990000000000001",
    OVERLOAD_EVENT_LOOP_DELAY_MS: "0",
    DATABASE_CONNECTIONS: "6",
    // All tests come from one address.
    PUBLIC_READS_PER_MINUTE: "10000000",
    // Matrices create a key for each operation.
    API_KEYS_PER_TENANT: "10000",
    // Nothing listens there.
    DNS_RESOLVER: "127.0.0.1:9",
    ...options.env,
  });
  // A test file's variables live as long as its process, and would otherwise keep an app each.
  let kept: { app: App; watch: Watched } | undefined;
  async function start(): Promise<{ url: string }> {
    const app = await timed("app", () =>
      createApp({
        config,
        connections: { app: { ...patient, ...database.app }, worker: { ...patient, ...database.worker } },
        rootKeys: options.rootKeys ?? [Buffer.alloc(32, 7)],
        log,
        clock: counted,
        idle: options.live !== true,
        hashPassword: (password) => hashPassword(password, cheap),
        ...(options.timers === undefined ? {} : { timers: options.timers }),
        eventsSettleMsMax: options.eventsSettleMsMax ?? 60_000,
        ...(options.connectors === undefined ? {} : { connectors: options.connectors }),
        ...(options.ai === undefined ? {} : { ai: options.ai }),
        ...(options.dashboard === undefined ? {} : { dashboard: options.dashboard }),
        ...(options.wrapDatabase === undefined ? {} : { wrapDatabase: options.wrapDatabase }),
      }),
    );
    kept = { app, watch: watchLoops(app.loops, counted, bornAt.get(database) ?? 0) };
    app.eventReader.onBatch(() => noteChange(["event_log"]));
    const started = await timed("start", () => app.start());
    documentCheck ??= await timed("documentCheck", async () => createDocumentCheck(app.openapi));
    return started;
  }
  const { url } = await start();
  function running(): { app: App; watch: Watched } {
    if (kept === undefined) throw new Error("this app has been stopped");
    return kept;
  }

  const testApp: TestApp = {
    url,
    get app() {
      return running().app;
    },
    database,
    clock,
    mediaDir,
    simulator,
    logged: () => lines.join(""),
    api: (key) => createApi(url, key),
    person: (tenantId, given = {}) =>
      timed("person", async () => {
        const email = `${randomBytes(6).toString("hex")}@people.test`;
        const password = `correct horse ${randomBytes(3).toString("hex")}`;
        const { userId } = await running().app.tenants.createUser({
          email,
          password,
          tenantId,
          role: given.role ?? "owner",
          platformAdmin: given.platformAdmin === true,
          ...(given.name === undefined ? {} : { name: given.name }),
        });
        const cookie = await signIn(url, email, password);
        return { userId: wireId("usr", userId), agentId: wireId("agt", userId), email, password, cookie, api: sessionApi(url, cookie) };
      }),
    tenant: (given = {}) =>
      timed("tenant", async () => {
        const { id } = await running().app.tenants.createTenant({
          name: `Tenant ${randomBytes(3).toString("hex")}`,
          kind: given.kind ?? "business",
        });
        const key = await testApp.key(id);
        return { id, key, api: createApi(url, key) };
      }),
    async key(tenantId, given = {}) {
      const made = await running().app.apiKeys.createKey({
        tenantId,
        name: "test",
        scopes: [...(given.scopes ?? allScopes)],
        ...(given.rateLimitPerMinute === undefined ? {} : { rateLimitPerMinute: given.rateLimitPerMinute }),
      } as never);
      return made.key;
    },
    channel: (tenant, given = {}) =>
      timed("channel", async () => {
        const externalId = `1${randomBytes(7).readUIntBE(0, 6).toString().padStart(15, "0").slice(0, 14)}`;
        const businessAccountId = `2${externalId.slice(1)}`;
        const accessToken = `token-${externalId}`;
        simulator.registerNumber({
          phoneNumberId: externalId,
          businessAccountId,
          accessToken,
          displayPhoneNumber: "15550100100",
          callbackUrl: `${url}/callbacks/chat-app`,
        });
        const response = await tenant.api.post("/api/v1/channels", {
          kind: "chat_app",
          name: given.name ?? "Support",
          config: {
            phoneNumberId: externalId,
            businessAccountId,
            accessToken,
            appSecret: `secret-${externalId}`,
            verifyToken,
            ...(given.messagesPerSecond === undefined ? {} : { messagesPerSecond: given.messagesPerSecond }),
          },
        });
        if (response.status !== 200 || response.body.status !== "Connected") throw new Error(`channel: ${response.text}`);
        return { id: response.body.id, externalId, appSecret: `secret-${externalId}`, callbackPath: response.body.callbackPath };
      }),
    vouchedChannel: (tenant, input) =>
      running().app.asOperator(tenant.id, (ctx) => running().app.channels.create(ctx, { name: input.kind, ...input }, "operator")),
    drain: (only) =>
      timed("drain", async () => {
        if (othersRun()) noteChange();
        const { app, watch } = running();
        // If loops also run by themselves, something is always changing.
        await app.drain((ms) => clock.advance(ms), only, options.live === true ? undefined : watch);
        if (process.env["PARLEY_TEST_VERIFY"] === "1" && only === undefined && options.live !== true) await watch.verify();
      }),
    async settle() {
      const posted = () => simulator.stats().callbacks.posted;
      for (let i = 0; i < 3; i++) {
        const before = posted();
        await testApp.drain();
        const drained = countChanges();
        simulator.releaseStatuses();
        await simulator.settled();
        // Nothing arrived that would have to be drained.
        if (posted() === before && countChanges() === drained) return;
      }
      await testApp.drain();
    },
    async stop() {
      await timed("stop", async () => kept?.app.stop());
      kept = undefined;
      if (options.sharing === undefined) {
        await rm(mediaDir, { recursive: true, force: true });
        await timed("simulator.close", () => simulator.close());
        if (options.database === undefined) await timed("drop", () => database.drop());
      }
    },
  };
  return testApp;
}

/** A machine that stalls for some seconds is no reason to give up a connection. */
const patient = { connectionTimeoutMillis: patienceMs };

/**
 * The minimum cost of argon2: hashing and verifying a password at the usual cost takes 40 ms, which would add up to half a minute per run.
 */
const cheap = { memory: 8, passes: 1, parallelism: 1 };

/** The change count when a database was created. */
const bornAt = new WeakMap<TestDatabase, number>();

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const before = process.cpuUsage();
  try {
    return await work();
  } finally {
    const { user, system } = process.cpuUsage(before);
    performance.measure(name, { start, end: performance.now(), detail: { cpuMs: (user + system) / 1000 } });
  }
}

/** Shared by all apps of a process. */
let documentCheck: ReturnType<typeof createDocumentCheck> | undefined;

/** For a small request `fetch` takes four times the CPU. */
const agent = new Agent({ keepAlive: true });

function headersOf(raw: string[]): Headers {
  const headers = new Headers();
  for (let at = 0; at < raw.length; at += 2) headers.append(raw[at] as string, raw[at + 1] as string);
  return headers;
}

/** Whatever is requested: a response that openapi.json does not promise fails the test. */
export function createApi(url: string, key: string | null, always: Record<string, string> = {}): Api {
  async function request(
    method: string,
    path: string,
    options: { body?: string | Buffer; headers?: Record<string, string> } = {},
  ): Promise<ApiResponse> {
    // Resolved as a browser would.
    const { pathname, search } = new URL(`${url}${path}`);
    const headers = {
      accept: "*/*",
      "user-agent": "node",
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(options.body === undefined ? {} : { "content-type": "application/json" }),
      ...always,
      ...options.headers,
    };
    const body = options.body === undefined ? {} : { body: options.body };
    const sent = await send(url, { method, path: `${pathname}${search}`, headers, ...body }, agent);
    const { status, rawHeaders, headers: got } = sent;
    const text = sent.text.replace(/^\uFEFF/, "");
    const read = got["content-type"]?.includes("json") ? JSON.parse(text) : text;
    if (documentCheck !== undefined) refuseUndocumented(documentCheck, { method, path }, { status, body: read });
    return {
      status,
      get headers() {
        return headersOf(rawHeaders);
      },
      body: read,
      text,
    };
  }
  const withBody = (method: string) => (path: string, body?: unknown, headers?: Record<string, string>) =>
    request(method, path, { ...(body === undefined ? {} : { body: JSON.stringify(body) }), ...(headers === undefined ? {} : { headers }) });
  return {
    request: request as Api["request"],
    get: ((path: string, headers?: Record<string, string>) => request("GET", path, headers === undefined ? {} : { headers })) as Api["get"],
    post: withBody("POST") as Api["post"],
    patch: withBody("PATCH") as Api["patch"],
    put: withBody("PUT") as Api["put"],
    delete: ((path: string, headers?: Record<string, string>) =>
      request("DELETE", path, headers === undefined ? {} : { headers })) as Api["delete"],
  };
}

/** Signs in and returns the Cookie header. All of the tests' sign-ins come from one address, so none of them may fail. */
export async function signIn(url: string, email: string, password: string): Promise<string> {
  const response = await createApi(url, null).post("/api/v1/auth/sign-in", { email, password });
  if (response.status !== 200) throw new Error(`sign-in: ${response.status} ${response.text}`);
  return cookieOf(response) as string;
}

/** The Cookie header that follows from a response; undefined if it sets none. */
export function cookieOf(answer: { headers: Headers }): string | undefined {
  return answer.headers.get("set-cookie")?.split(";", 1)[0];
}

/** Sends requests as a browser on one of our pages does. */
export function sessionApi(url: string, cookie: string): Api {
  return createApi(url, null, { cookie, origin: url });
}

/** A callback's signature header, as the platform computes it. */
export function signCallback(body: string | Buffer, secret = appSecret): Record<string, string> {
  return { "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`, "content-type": "application/json" };
}

/** An id of the right format that does not exist. */
export function unknownId(prefix: Parameters<typeof wireId>[0]): string {
  return wireId(prefix, "01999999-9999-7999-8999-999999999999");
}
