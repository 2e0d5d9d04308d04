import { mkdirSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import { launchBrowser, pageMsMax } from "../browser.ts";
import { eventually } from "../eventually.ts";
import { killAll, repository, startCommand } from "../process.ts";

/** Set to a folder to keep the screenshots. */
const shots = process.env["SCREENSHOTS"];

export interface Message {
  id: string;
  direction: string;
  type: string;
  text: string | null;
  content: Record<string, any> | null;
  status: string;
  externalId: string | null;
  replyToId: string | null;
  reactions: { emoji: string }[];
  media: { mimeType: string | null; status: string }[];
  error: { code: string; providerCode: string | null } | null;
}

export interface PhonePages {
  url: string;
  /** What the server printed. */
  text: string;
  /** For the demo's own pages, with their cookie. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  cookie: string;
  call(method: string, path: string, body?: object): Promise<{ status: number; body: any }>;
  /** The tenant's channel of a kind, as in addresses. */
  channel(kind: string): DemoChannel;
  /** Opens the page on a channel, as one of the customers. */
  open(who: RegExp, options?: { kind?: string; viewport?: { width: number; height: number } }): Promise<Page>;
  shoot(page: Page, name: string): Promise<void>;
  /** Errors reported by pages; none is expected anywhere. */
  complaints: string[];
  stop(): Promise<void>;
}

export interface DemoChannel {
  id: string;
  send(to: string, words: string): Promise<{ status: number; body: any }>;
  post(to: string, message: object): Promise<{ status: number; body: any }>;
  /** The newest matching message, once the API shows it. */
  shows(what: string, fits: (message: Message) => boolean): Promise<Message>;
  /** Ids and secrets of the simulated account. */
  account: Record<string, string>;
}

/** The demo as a person starts it, its API, and a browser. */
/**
 * @param browserArgs for Chromium, in addition to the usual ones
 * @param env the server's
 */
export async function startPhonePages(browserArgs: string[] = [], env: Record<string, string> = {}): Promise<PhonePages> {
  const folder = await mkdtemp(join(tmpdir(), "parley-phone-"));
  if (shots !== undefined) mkdirSync(shots, { recursive: true });
  const started = startCommand(process.execPath, [join(repository, "apps/server/src/main.ts")], {
    DATA_DIR: join(folder, "data"),
    PORT: "0",
    LOG_LEVEL: "warn",
    // Tests share the machine: a server that sheds load is tested separately.
    OVERLOAD_EVENT_LOOP_DELAY_MS: "0",
    ...env,
  });
  const [browser] = await Promise.all([
    launchBrowser(...browserArgs),
    eventually("the demo presents itself", () => started.stdout().includes("Watch the events"), 240_000),
  ]).catch((error: unknown) => {
    killAll();
    throw error;
  });
  const text = started.stdout();
  const url = /URL\s+(\S+)/.exec(text)?.[1] as string;
  const key = /API key\s+(\S+)/.exec(text)?.[1] as string;
  const entry = new URL(/Phone\s+(\S+)/.exec(text)?.[1] as string);
  const cookie = ((await fetch(entry, { redirect: "manual" })).headers.get("set-cookie") ?? "").split(";", 1)[0] as string;
  const call: PhonePages["call"] = async (method, path, body) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
  const channels = (await call("GET", "/channels")).body.data as { id: string; kind: string }[];
  const { accounts } = JSON.parse(await readFile(join(folder, "data/demo.json"), "utf8")) as {
    accounts: Record<string, Record<string, string>>;
  };
  const complaints: string[] = [];
  return {
    url,
    text,
    cookie,
    fetch: (path, init = {}) => fetch(url + path, { ...init, headers: { ...(init.headers as Record<string, string>), cookie } }),
    call,
    complaints,
    channel(kind) {
      const channelId = channels.find((channel) => channel.kind === kind.replace("-", "_"))?.id as string;
      const post = (to: string, message: object) => call("POST", "/messages", { channelId, to, ...message });
      return {
        id: channelId,
        post,
        send: (to, words) => post(to, { type: "text", text: words }),
        shows: (what, fits) =>
          eventually(what, async () => ((await call("GET", `/messages?channelId=${channelId}`)).body.data as Message[]).find(fits), 40_000),
        account: accounts[kind] as Record<string, string>,
      };
    },
    open: (who, options = {}) => openPage(browser, entry, complaints, who, options),
    async shoot(page, name) {
      if (shots !== undefined) await page.screenshot({ path: join(shots, `phone-${name}.png`) });
    },
    async stop() {
      await browser.close();
      started.child.kill("SIGTERM");
      await started.ended;
      killAll();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function openPage(
  browser: Browser,
  entry: URL,
  complaints: string[],
  who: RegExp,
  { kind, viewport = { width: 1280, height: 800 } }: NonNullable<Parameters<PhonePages["open"]>[1]>,
): Promise<Page> {
  const page = await browser.newPage({ viewport, reducedMotion: "reduce" });
  page.setDefaultTimeout(pageMsMax);
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (line) => {
    if (line.type() === "error") complaints.push(`${line.text()} ${line.location().url}`);
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(entry.origin)) complaints.push(`asked ${request.url()}`);
  });
  // As printed: with a token, which becomes a cookie and is removed from the address.
  await page.goto(`${entry.href}${kind === undefined ? "" : `#${kind}`}`);
  if (page.url().includes("token")) complaints.push(`the address kept the token: ${page.url()}`);
  if (viewport.width < 900) await page.getByRole("button", { name: /Switch customer/ }).click();
  await page.getByRole("button", { name: who }).click();
  await page.getByRole("textbox", { name: "Message" }).waitFor();
  return page;
}

export function bubble(page: Page, words: string): Locator {
  return page
    .getByRole("listitem")
    .filter({ hasText: words })
    .filter({ has: page.locator(".bubble") });
}

export async function write(page: Page, words: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message" }).fill(words);
  await page.getByRole("textbox", { name: "Message" }).press("Enter");
}

/** Sends a sample from the menu, by its label. */
export async function attach(page: Page, label: string | RegExp): Promise<void> {
  await page.getByRole("button", { name: "Attach" }).click();
  await page.getByRole("dialog", { name: "Attach" }).getByRole("button", { name: label }).click();
}

/** Toggles a switch in the controls and waits until it shows. */
export async function turn(page: Page, name: RegExp, on: boolean): Promise<void> {
  await page.getByRole("switch", { name, checked: !on }).click();
  await page.getByRole("switch", { name, checked: on }).waitFor();
}
