import { randomBytes } from "node:crypto";
import type { App } from "../app.ts";
import type { AppDeps } from "../app-deps.ts";
import type { Config } from "../config.ts";
import { allScopes } from "../platform/auth/scopes.ts";
import { isLocalUrl } from "../platform/http/hardening/loopback.ts";
import { wireId } from "../platform/ids/ids.ts";
import type { Log } from "../platform/log/log.ts";
import { createDemoAccess } from "./access.ts";
import { DemoClock } from "./demo-clock.ts";
import { type DemoState, readDemoState, writeDemoState } from "./demo-state.ts";
import { describeDemo } from "./describe.ts";
import { type DemoAccount, type DemoKind, demoKinds } from "./kinds/index.ts";
import { registerMails } from "./mails.ts";
import { registerPhone } from "./phone/routes.ts";
import { runProof } from "./proof.ts";
import { type Simulator, startSimulators } from "./simulators.ts";
import { allowing, setUpVoice, speechKind, speechOptions } from "./voice.ts";

/**
 * The demo at the first start: a tenant, simulated accounts, one conversation through the real protocol, and a phone to
 * continue it.
 */
export interface Demo {
  /** The configuration to run with: has the simulators' URLs, except for platforms whose URL was set explicitly. */
  config: Config;
  /** The clock and routes that only a demo's app has. */
  app: NonNullable<AppDeps["demo"]>;
  /** Once the server is ready: sets up what is missing, runs the proof (first start only), prints how to continue. */
  present(app: App, started: { url: string; at: number; dashboard: "served" | "missing" | "off" }): Promise<void>;
  stop(): Promise<void>;
}

interface Running {
  kind: DemoKind;
  account: DemoAccount;
  simulator: Simulator;
}

export const demoCustomer = { number: "447700900123", name: "Amina Yusuf" };

export async function openDemo(options: { config: Config; log: Log }): Promise<Demo> {
  const { config, log } = options;
  const state = await readDemoState(config.dataDir, demoKinds);
  const clock = new DemoClock(state.clockOffsetMs);
  const simulated = demoKinds
    .filter((kind) => kind.isSimulated(config))
    .map((kind) => ({ kind, account: state.accounts[kind.kind] as DemoAccount }));
  const simulators = await startSimulators(
    Object.fromEntries([
      ...simulated.map(({ kind, account }): [string, Record<string, unknown>] => [kind.kind, kind.options(config, account)]),
      ...(simulated.some(({ kind }) => kind.takesCalls) ? [speechOptions] : []),
    ]),
    log,
  );
  const speech = simulators.byKind.get(speechKind);
  const running: Running[] = simulated.map((one) => ({ ...one, simulator: simulators.byKind.get(one.kind.kind) as Simulator }));
  const setClock = (simulator: Simulator) => simulator.control("POST", "phone/clock", { offsetMs: clock.offsetMs });
  const registerWithSimulator = async ({ kind, account, simulator }: Running, url: string) => {
    await setClock(simulator);
    await kind.introduce(simulator, account, url, config);
  };

  // A publicly reachable server shows neither the phone nor anybody's mails.
  const servesPages = config.publicUrl === undefined || isLocalUrl(config.publicUrl);
  const hasPhone = servesPages && running.length > 0;
  const showsMails = servesPages && config.smtpUrl === undefined;
  const access = createDemoAccess(config.demoToken);

  return {
    config: running.reduce(
      (made, { kind, account, simulator }) => kind.configure(made, account, simulator.url),
      speech === undefined ? config : { ...config, outboundAllow: allowing(config.outboundAllow, speech.url) },
    ),
    app: {
      clock: (real) => clock.wrap(real),
      async routes(server, { mails }) {
        if (!servesPages) return;
        await server.register(async (scope) => {
          scope.addHook("onRequest", access.guard);
          if (showsMails) registerMails(scope, { mails });
          await registerPhone(scope, {
            simulators: new Map(running.map(({ kind, simulator }) => [kind.kind, simulator.url])),
            clock,
            async onAdvanced() {
              state.clockOffsetMs = clock.offsetMs;
              await writeDemoState(config.dataDir, state);
              await Promise.all(running.map(({ simulator }) => setClock(simulator)));
            },
            log,
          });
        });
      },
      pagesOf: (tenantId) =>
        state.tenant?.id === wireId("org", tenantId)
          ? { phoneUrl: hasPhone ? access.addressOf("/phone") : null, mailsUrl: showsMails ? access.addressOf("/demo/mails") : null }
          : null,
      links: { ...(hasPhone ? { phone: "/phone" } : {}), ...(showsMails ? { mails: "/demo/mails" } : {}) },
    },
    async present(app, { url, at, dashboard }) {
      // demo.json may outlive its database, and its key may have been revoked.
      if (state.tenant !== undefined && !(await keyWorks(url, state.tenant.key))) delete state.tenant;
      const first = state.tenant === undefined;
      const tenant = state.tenant ?? (await createTenant(app));
      state.tenant = tenant;
      const introduceAll = () => Promise.all(running.map((one) => registerWithSimulator(one, url)));
      await introduceAll();
      simulators.onRestart(() => {
        introduceAll().catch((error: unknown) =>
          log.error({ err: error }, "the demo's accounts could not be registered with the simulators"),
        );
      });
      // One after the other, so that they are listed in this order.
      for (const one of running) tenant.channels[one.kind.kind] ??= await connectChannel(url, tenant.key, one);
      const called = running.find(({ kind }) => kind.takesCalls)?.kind.kind ?? "";
      if (speech !== undefined && tenant.channels[called] !== undefined) {
        const given = { url, key: tenant.key, speechUrl: speech.url, channelId: tenant.channels[called] };
        tenant.voice = await setUpVoice(given, tenant.voice);
      }
      await writeDemoState(config.dataDir, state);
      const proving = running.find(({ kind }) => kind === demoKinds[0]);
      const channelId = tenant.channels[demoKinds[0].kind];
      const proof =
        first && proving !== undefined && channelId !== undefined
          ? await runProof({
              url,
              key: tenant.key,
              channelId,
              phoneNumberId: proving.account["phoneNumberId"] as string,
              simulator: proving.simulator,
              customer: demoCustomer,
            })
          : null;
      process.stdout.write(
        describeDemo({
          url: config.publicUrl ?? url,
          tenant,
          example:
            proving === undefined || channelId === undefined
              ? null
              : { simulatorUrl: proving.simulator.url, phoneNumberId: proving.account["phoneNumberId"] as string, channelId },
          pages: {
            phone: hasPhone ? access.addressOf("/phone") : null,
            mails: showsMails ? access.addressOf("/demo/mails") : null,
          },
          dashboard,
          loginWorks: await loginWorks(url, tenant),
          proof,
          readyMs: performance.now() - at,
        }),
      );
    },
    stop: () => simulators.stop(),
  };
}

async function createTenant(app: App): Promise<NonNullable<DemoState["tenant"]>> {
  const { id } = await app.tenants.createTenant({ name: "Demo", kind: "business" });
  const email = `demo-${randomBytes(3).toString("hex")}@parley.local`;
  const password = randomBytes(9).toString("base64url");
  await app.tenants.createUser({ email, password, tenantId: id, role: "owner", name: "Demo" });
  const { key } = await app.apiKeys.createKey({ tenantId: id, name: "demo", scopes: [...allScopes] });
  return { id: wireId("org", id), email, password, key, channels: {} };
}

async function keyWorks(url: string, key: string): Promise<boolean> {
  return (await fetch(`${url}/api/v1/me`, { headers: { authorization: `Bearer ${key}` } })).status !== 401;
}

/** Signs in and out again, as a person would. False if the password has been changed. */
async function loginWorks(url: string, { email, password }: { email: string; password: string }): Promise<boolean> {
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${url}/api/v1/auth/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  const response = await post("sign-in", { email, password });
  const cookie = response.headers.get("set-cookie")?.split(";", 1)[0];
  if (cookie !== undefined) await post("sign-out", {}, { cookie });
  return response.status === 200;
}

/** Through the public API with the tenant's key, like any client. */
async function connectChannel(url: string, key: string, { kind, account }: Running): Promise<string> {
  const channel = kind.channel(account);
  const response = await fetch(`${url}/api/v1/channels`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(channel),
  });
  const body = (await response.json()) as { id?: string; error?: { details?: { id?: string }[] } };
  const id = body.id ?? body.error?.details?.[0]?.id;
  if (id === undefined) throw new Error(`the demo's channel could not be connected: ${response.status} ${JSON.stringify(body)}`);
  return id;
}
