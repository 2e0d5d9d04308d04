/** A page in a separate thread with its own memory: opens a line, shows what it is told to, and reports its memory use. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { parentPort, workerData } from "node:worker_threads";
import { conversationListQuery, conversationQuery } from "../src/api/inbox/conversations.ts";
import { countsQuery } from "../src/api/counts.ts";
import { threadQuery } from "../src/api/inbox/messages.ts";
import { createNetwork, openPage } from "./page-without-browser.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

const { url, cookie, conversationId } = workerData as { url: string; cookie: string; conversationId: string };
const network = createNetwork();
const page = openPage(url, { cookie }, network);
await page.ready();
for (const query of [
  conversationListQuery({ status: "open" }),
  conversationQuery(conversationId),
  threadQuery(conversationId),
  countsQuery(),
])
  page.show(query);
await page.settled();

/** The heap size after everything unreferenced was collected. */
async function heapBytes(): Promise<number> {
  await page.settled();
  page.seen.length = 0;
  for (let i = 0; i < 4; i++) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return process.memoryUsage().heapUsed;
}

parentPort?.on("message", async ({ events }: { events: number }) => {
  while (page.count < events) await new Promise((resolve) => setTimeout(resolve, 10));
  parentPort?.postMessage({ heapBytes: await heapBytes(), asked: network.asked });
});
parentPort?.postMessage({ ready: true });
