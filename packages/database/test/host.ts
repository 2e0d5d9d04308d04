/**
 * A separate process that runs startEmbedded on the folder in its first argument, for tests that kill it. Prints one line of JSON when the
 * cluster is ready, and one after each restart.
 */
import { type EmbeddedOptions, silentLog, startEmbedded } from "../src/index.ts";

const [dataDir = "", settings = "{}"] = process.argv.slice(2);
const options: EmbeddedOptions = { dataDir, log: silentLog, settings: JSON.parse(settings) };
const cluster = await startEmbedded(options);
const report = () => console.log(JSON.stringify({ pid: cluster.pid, attached: cluster.attached }));
cluster.onUnexpectedExit(async () => {
  await cluster.restart();
  report();
});
report();
// The pipe from the test keeps this process alive; when the test ends, it ends too.
process.stdin.resume().once("end", () => process.kill(process.pid, "SIGTERM"));
process.once("SIGTERM", async () => {
  await cluster.stop();
  process.stdin.destroy();
});
