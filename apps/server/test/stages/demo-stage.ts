/** For demo.full.test.ts: the demo as people start it, what it prints, and its clients. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, get, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { eventually } from "../eventually.ts";
import { killAll, repository, type Started, startCommand } from "../process.ts";

/** Process ids whose command line names the folder, or whose parent is `parent`. */
export function processesOf(folder: string, parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
        const ppid = Number(/\) \S+ (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1]);
        return command.includes(folder) || ppid === parent;
      } catch {
        return false; // The process ended between the listing and this lookup.
      }
    });
}

interface Raw {
  status: number;
  cookie: string;
  location: string;
  text: string;
}

/** With headers that fetch does not allow. */
export function rawGet(url: string, headers: Record<string, string>): Promise<Raw> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (incoming) => {
      let text = "";
      incoming.on("data", (chunk: Buffer) => {
        text += chunk.toString();
      });
      incoming.on("end", () =>
        resolve({
          status: incoming.statusCode ?? 0,
          cookie: incoming.headers["set-cookie"]?.join() ?? "",
          location: incoming.headers.location ?? "",
          text,
        }),
      );
    }).on("error", reject);
  });
}

/** A minimal reverse proxy: it does not say for whom it forwards requests, and uses the address that it was given. */
export async function plainProxy(target: string): Promise<{ url: string; close(): void }> {
  const server = createServer((incoming, outgoing) => {
    const { hostname, port, host } = new URL(target);
    const onward = request({ hostname, port, method: incoming.method, path: incoming.url, headers: { ...incoming.headers, host } });
    onward.on("response", (response) => {
      outgoing.writeHead(response.statusCode ?? 0, response.headers);
      response.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Everything of the demo that a browser may request. */
export const demoPaths = ["/phone", "/phone/main.js", "/phone/api/kinds", "/phone/api/chat-app", "/demo/mails"];

export const folder = await mkdtemp(join(tmpdir(), "parley-demo-"));
after(async () => {
  killAll();
  await rm(folder, { recursive: true, force: true });
});

export async function start(env: Record<string, string> = {}): Promise<Started & { text: string }> {
  const started = startCommand(process.execPath, [join(repository, "apps/server/bin/start.mjs")], {
    DATA_DIR: join(folder, "data"),
    PORT: "0",
    LOG_LEVEL: "warn",
    ...env,
  });
  await eventually("the demo presents itself", () => {
    if (started.child.exitCode !== null) throw new Error("the server ended");
    return started.stdout().includes("Watch the events");
  });
  return { ...started, text: started.stdout() };
}
/** With the token from the start message, like a program. */
export const pageFetch = (text: string, path: string, init: RequestInit = {}) =>
  fetch(`${part(text, "URL")}${path}?token=${/\/phone\?token=(\S+)/.exec(text)?.[1] ?? ""}`, init);
export const part = (text: string, name: string) => new RegExp(`${name}\\s+(\\S+)`).exec(text)?.[1] ?? "";
export const inbox = async (text: string) => {
  const response = await fetch(`${part(text, "URL")}/api/v1/conversations`, {
    headers: { authorization: `Bearer ${part(text, "API key")}` },
  });
  assert.equal(response.status, 200, await response.clone().text());
  return ((await response.json()) as { data: { lastMessage: { preview: string } }[] }).data;
};

/** As the start message lists them. */
export const channelsOf = (text: string) => [...text.matchAll(/(chn_\w+) {2}\((chat-app|photo-social|short-video)\)/g)].map(([, id]) => id);
/** A customer writes on a channel, through the phone. */
export async function write(text: string, kind: string, words: string): Promise<void> {
  const phone = `/phone/api/${kind}`;
  const { accounts, customers } = (await (await pageFetch(text, phone)).json()) as Record<"accounts" | "customers", { id: string }[]>;
  const thread = [accounts[0]?.id, customers[1]?.id].map((id) => encodeURIComponent(id as string)).join("/");
  const response = await pageFetch(text, `${phone}/threads/${thread}/messages`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ type: "text", text: words }),
  });
  assert.equal(response.status, 200, await response.text());
  await eventually(`${words} shows`, async () => (await inbox(text)).some(({ lastMessage }) => lastMessage.preview === words));
}

export const accountsKnown = async (text: string) => {
  for (const kind of ["chat-app", "photo-social", "short-video"]) {
    const response = await pageFetch(text, `/phone/api/${kind}`);
    if (!response.ok || ((await response.json()) as { accounts: unknown[] }).accounts.length === 0) return false;
  }
  return true;
};
