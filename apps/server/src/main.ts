import { flushCompileCache } from "node:module";
import { type OpenedDatabase, openDatabase } from "@parley/database";
import type { App } from "./app.ts";
import { useCompileCache } from "./compile-cache.ts";
import { ConfigError, readConfig } from "./config.ts";
import { EnvelopeError, parseRootKeys } from "./platform/crypto/envelope.ts";
import { loadOrCreateRootKey } from "./platform/crypto/root-key.ts";
import { createLog, type Log } from "./platform/log/log.ts";
import { createMemoryWatch } from "./platform/memory.ts";

/** Reads the configuration, opens the database, runs the chosen roles, stops gracefully. */
async function main(): Promise<void> {
  const startedAt = performance.now();
  if (Number(process.versions.node.split(".")[0]) < 24) {
    throw new ConfigError(`Parley needs Node 24 or newer; this is ${process.version}. Start with "npm start", which brings its own Node.`);
  }
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  // Before most of the code is loaded.
  await useCompileCache(config.dataDir);
  const stops: (() => Promise<void>)[] = [];
  const ended = new AbortController();
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= (async () => {
      ended.abort();
      for (const step of stops.reverse()) await step().catch((error: unknown) => log.error({ err: error }, "the shutdown was not clean"));
    })();
    return stopping;
  };
  let signals = 0;
  const onSignal = () => {
    signals += 1;
    if (signals > 1) process.exit(1);
    log.info("stopping");
    void stop().then(() => process.exit(0));
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);

  try {
    const initdb = Promise.withResolvers<void>();
    const opening = openDatabase({
      databaseUrl: config.databaseUrl,
      appUrl: config.databaseAppUrl,
      workerUrl: config.databaseWorkerUrl,
      roleSecret: config.encryptionKey,
      dataDir: config.dataDir,
      log,
      migrate: true,
      onInitdb: initdb.resolve,
    }).then((opened) => {
      stops.push(() => opened.close());
      return opened;
    });
    // Loading code holds this thread for a second: at the first start, initdb begins before and runs meanwhile (0.7 s less).
    await Promise.race([initdb.promise, opening]);
    // Loaded only when used: a production process contains no demo. Its simulators start together with the database.
    const demoOpening =
      !config.demo || config.databaseUrl !== undefined
        ? null
        : import("./demo/demo.ts")
            .then((module) => module.openDemo({ config, log }))
            .then((demo) => {
              stops.push(() => demo.stop());
              return demo;
            });
    // A worker serves no dashboard. Otherwise it is located, or built, while the database starts.
    const dashboardOpening =
      !config.dashboard || config.role === "worker"
        ? undefined
        : import("./dashboard/open.ts").then((module) => module.openDashboard({ log, signal: ended.signal }));
    // App code is loaded while the database starts.
    const [opened, demo, dashboard, { createApp }] = await Promise.all([opening, demoOpening, dashboardOpening, import("./app.ts")]);
    keepAlive(opened, log, () => stopping !== undefined);
    const rootKeys = config.encryptionKey === undefined ? await loadOrCreateRootKey(config.dataDir) : parseRootKeys(config.encryptionKey);
    const app: App = await createApp({
      config: demo?.config ?? config,
      connections: opened,
      rootKeys,
      log,
      ...(dashboard === undefined ? {} : { dashboard }),
      ...(demo === null ? {} : { demo: demo.app }),
    });
    stops.push(() => app.stop());
    const { url } = await app.start();
    log.info({ url, role: config.role, startMs: Math.round(performance.now() - startedAt) }, "ready");
    flushCompileCache();
    createMemoryWatch().start();
    const shown = dashboard === undefined ? "off" : dashboard === "missing" ? "missing" : "served";
    if (demo !== null) {
      await demo.present(app, { url, at: startedAt, dashboard: shown }).catch((error: unknown) => {
        log.error({ err: error }, "the demo could not be set up; the server runs without it");
        process.stdout.write(`Parley is ready at ${config.publicUrl ?? url}, but the demo could not be set up: see the log.\n`);
      });
    } else {
      const address = config.publicUrl ?? url;
      const places = [...(shown === "served" ? [`dashboard: ${address}/sign-in`] : []), `reference: ${address}/docs`];
      process.stdout.write(`Parley is ready at ${address} (${places.join(", ")})\n`);
    }
  } catch (error) {
    if (stopping === undefined) {
      await stop();
      throw error;
    }
  }
}

/** Restarts a database process that was killed; meanwhile requests get 503 and platforms repeat their callbacks. */
function keepAlive(opened: OpenedDatabase, log: Log, isStopping: () => boolean): void {
  const { embedded } = opened;
  embedded?.onUnexpectedExit(({ output }) => {
    if (isStopping()) return;
    log.error({ output: output.slice(-500) }, "the embedded database stopped; restarting it");
    embedded.restart().then(
      () => log.info("the embedded database is running again"),
      (error: unknown) => log.error({ err: error }, "the embedded database could not be started"),
    );
  });
}

main().catch((error: unknown) => {
  const expected =
    error instanceof ConfigError || error instanceof EnvelopeError || (error instanceof Error && error.name === "DatabaseError");
  process.stderr.write(`${expected ? (error as Error).message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(expected ? 2 : 1);
});
