/**
 * The dashboard in a browser, as a team has it: the built app served by the real server, with its background work, three platforms and
 * customers (apps/server/test/stages/live-stage.ts). Nothing is intercepted and nothing mocked.
 *
 *     const stage = await startStage();                       // once per file, in `before`
 *     const page = await stage.open({ as: "agent", path: "/inbox/mine" });
 *     const amina = await stage.channels.chatApp.customer(0);
 *     await amina.write("Is it in stock?");
 *     await page.getByText("Is it in stock?").waitFor();
 *     await page.shoot("inbox");  await page.axe();
 *     await stage.stop();                                     // in `after`: throws the pages' complaints
 *
 * Run with `npm test -- apps/dashboard/test/serving.e2e.ts`.
 */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ensureBuilt } from "@parley/dashboard/build";
import { launchBrowser } from "@parley/server/test/browser.ts";
import { type LiveStage, type LiveStageOptions, startLiveStage } from "@parley/server/test/stages/live-stage.ts";
import type { ApiResponse, TestPerson } from "@parley/server/test/harness.ts";
import { type DashboardFiles, readDashboard } from "@parley/server/dashboard";
import type { Browser, BrowserContext, Page } from "playwright-core";

export { withoutBrowser } from "@parley/server/test/browser.ts";

export const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;

export interface Appearance {
  size?: keyof typeof sizes | { width: number; height: number };
  theme?: "light" | "dark";
  density?: "comfortable" | "compact";
  /** The language of the texts, which determines the direction. */
  language?: string;
  /** Overrides the language's direction, for viewing mirrored screens in a readable language. */
  dir?: "ltr" | "rtl";
}

export interface OpenOptions extends Appearance {
  /** A role, another signed-in person, or null: nobody. Default: the agent. */
  as?: keyof LiveStage["people"] | TestPerson | null;
  /** Default `/`. */
  path?: string;
  /** The URL by which the server is reached, such as a relay's (relay.ts). Default: its own. */
  through?: string;
  /** Opens a further tab in the browser of this page, with its session and storage. */
  sameBrowserAs?: StagePage;
  /** Its clock runs normally, and can be advanced by `page.clock`. */
  ownClock?: boolean;
  /** Default: reduced, so that nothing moves while it is inspected. */
  motion?: "reduce" | "no-preference";
  /** Also `microphone`, `notifications`, `clipboard-read`. */
  permissions?: string[];
}

export type StagePage = Page & {
  /** Errors of the page and of its policy, requests to other hosts, 5xx responses. `stage.stop` throws if there is one. */
  recordedErrors: string[];
  /** 4xx responses of the API, `404 GET /api/v1/…`: often right, but always recorded. */
  refusals: string[];
  /** Removes complaints that a test has caused on purpose; fails if there is none. */
  expectError(words: RegExp): void;
  /** Applies the given changes at once and for reloads. */
  setAppearance(setAppearance: Appearance): Promise<void>;
  /** Writes `<name>.png` below $PARLEY_SCREENSHOTS, otherwise below a temporary folder. Returns its path. */
  shoot(name: string, options?: { full?: boolean }): Promise<string>;
  /** Fails on each violation of WCAG 2.2 A and AA that axe finds. */
  axe(options?: { within?: string; without?: string[] }): Promise<void>;
};

export interface Stage extends LiveStage {
  browser: Browser;
  /** What the server serves: a test that installs another build replaces its files. */
  dashboard: DashboardFiles;
  open(options?: OpenOptions): Promise<StagePage>;
  /** Signs in through the sign-in page, as anybody would; `open` signs in with a cookie, which is faster. */
  signIn(page: Page, person: { email: string; password: string }): Promise<void>;
  /** What the API returns for a path of the tenant: `/conversations`. */
  read<Body = ApiResponse["body"]>(path: string): Promise<Body>;
  /** All complaints of pages so far. */
  recordedErrors(): string[];
}

/**
 * React Aria's own live region: it refers to a pending button by its element for seven seconds, even after that was removed with its
 * dialog.
 */
const announcer = "[data-live-announcer]";
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];
const storageKey = "appearance";

export interface StageOptions extends Pick<LiveStageOptions, "env" | "startsMsAgo"> {
  browserArgs?: string[];
}

/** Builds the dashboard if its sources have changed. Fails if there is no browser: skip with `withoutBrowser`. */
export async function startStage({ browserArgs = [], ...options }: StageOptions = {}): Promise<Stage> {
  const dashboard = await readDashboard(await ensureBuilt());
  const [live, browser] = await Promise.all([
    startLiveStage({ ...options, dashboard }),
    launchBrowser("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream", ...browserArgs),
  ]);
  return stageOn(live, dashboard, browser);
}

/** Opens pages of a running server. */
export async function stageOn(live: LiveStage, dashboard: DashboardFiles, browser: Browser): Promise<Stage> {
  const shots = process.env["PARLEY_SCREENSHOTS"] ?? (await mkdtemp(join(tmpdir(), "parley-screenshots-")));
  mkdirSync(shots, { recursive: true });
  const pages: StagePage[] = [];

  async function contextFor(person: TestPerson | null, { size = "desktop", theme = "light", permissions, motion }: OpenOptions) {
    const context = await browser.newContext({
      viewport: typeof size === "string" ? sizes[size] : size,
      hasTouch: size === "phone",
      isMobile: size === "phone",
      colorScheme: theme,
      reducedMotion: motion ?? "reduce",
      locale: "en-GB",
      timezoneId: "Europe/Berlin",
      ...(permissions === undefined ? {} : { permissions }),
    });
    context.setDefaultTimeout(20_000);
    if (person !== null) {
      const at = person.cookie.indexOf("=");
      await context.addCookies([
        { name: person.cookie.slice(0, at), value: person.cookie.slice(at + 1), url: live.url, httpOnly: true, sameSite: "Lax" },
      ]);
    }
    return context;
  }

  async function open(given: OpenOptions = {}): Promise<StagePage> {
    const { as = "agent", path = "/", sameBrowserAs, through = live.url } = given;
    const person = typeof as === "string" ? live.people[as] : as;
    const context = sameBrowserAs?.context() ?? (await contextFor(person, given));
    if (sameBrowserAs === undefined) await presetAppearance(context, given);
    const page = createStagePage(await context.newPage(), through, shots);
    pages.push(page);
    if (given.ownClock === true) await page.clock.install();
    await page.goto(new URL(path, through).href);
    if (given.dir !== undefined) await page.setAppearance({ dir: given.dir });
    return page;
  }

  return {
    ...live,
    browser,
    dashboard,
    open,
    async signIn(page, { email, password }) {
      if (new URL(page.url()).pathname !== "/sign-in") await page.goto(`${live.url}/sign-in`);
      await page.getByLabel("Email", { exact: true }).fill(email);
      await page.getByLabel("Password", { exact: true }).fill(password);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.waitForURL((url) => url.pathname !== "/sign-in");
    },
    async read(path) {
      const { status, body, text } = await live.tenant.api.get(`/api/v1${path}`);
      assert.equal(status, 200, `${path}: ${text}`);
      return body;
    },
    recordedErrors: () => pages.flatMap(({ recordedErrors }) => recordedErrors),
    async stop() {
      // What a page does while it closes does not count.
      const recordedErrors = pages.flatMap((page) => page.recordedErrors);
      await browser.close();
      await live.stop();
      assert.deepEqual(recordedErrors, [], "pages complained");
    },
  };
}

/** Set before any code of the page runs, as if it had been left that way. */
async function presetAppearance(context: BrowserContext, { theme = "light", density, language }: Appearance): Promise<void> {
  await context.addInitScript(
    ({ key, look: setAppearance }) => {
      if (localStorage.getItem(key) === null) localStorage.setItem(key, JSON.stringify(setAppearance));
    },
    { key: storageKey, look: { theme, language: language ?? "en", ...(density === undefined ? {} : { density }) } },
  );
}

function createStagePage(bare: Page, url: string, shots: string): StagePage {
  const recordedErrors: string[] = [];
  const refusals: string[] = [];
  const at = (address: string) => (address.startsWith(url) ? address.slice(url.length) : address);
  bare.on("pageerror", (error) => recordedErrors.push(`error: ${error.stack || error}`));
  bare.on("console", (line) => {
    // Responses and broken connections are judged below, with more detail than the browser gives here.
    if (line.type() === "error" && !line.text().startsWith("Failed to load resource")) recordedErrors.push(`console: ${line.text()}`);
  });
  bare.on("request", (request) => {
    if (!request.url().startsWith(url) && !/^(?:data|blob|about):/.test(request.url())) recordedErrors.push(`asked ${request.url()}`);
  });
  bare.on("response", (response) => {
    const what = `${response.status()} ${response.request().method()} ${at(response.url())}`;
    if (response.status() >= 500 || (response.status() >= 400 && !at(response.url()).startsWith("/api/"))) recordedErrors.push(what);
    else if (response.status() >= 400) refusals.push(what);
  });
  const added: Omit<StagePage, keyof Page> = {
    recordedErrors,
    refusals,
    expectError(words) {
      const left = recordedErrors.filter((complaint) => !words.test(complaint));
      assert.ok(left.length < recordedErrors.length, `nothing to forgive: ${words} in ${JSON.stringify(recordedErrors)}`);
      recordedErrors.splice(0, recordedErrors.length, ...left);
    },
    async setAppearance({ size, theme, density, language, dir }) {
      if (size !== undefined) await bare.setViewportSize(typeof size === "string" ? sizes[size] : size);
      if (theme !== undefined) await bare.emulateMedia({ colorScheme: theme });
      const kept = Object.fromEntries(Object.entries({ theme, density, language }).filter(([, value]) => value !== undefined));
      const again = await bare.evaluate(
        ({ key, change }) => {
          localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? "{}"), ...change }));
          const again = change["language"] !== undefined && change["language"] !== document.documentElement.lang;
          // As if from another tab. Setting the document's attributes would not last, because the page overwrites them from its state.
          dispatchEvent(new StorageEvent("storage", { key }));
          return again;
        },
        { key: storageKey, change: kept as Record<string, string> },
      );
      if (again) await bare.reload();
      if (dir !== undefined) await bare.evaluate((to) => void (document.documentElement.dir = to), dir);
    },
    async shoot(name, { full = false } = {}) {
      const path = join(shots, `${name}.png`);
      mkdirSync(dirname(path), { recursive: true });
      await bare.screenshot({ path, fullPage: full, animations: "disabled" });
      return path;
    },
    async axe({ within, without = [] } = {}) {
      // A popover that is closing is half transparent.
      await bare.locator("[data-exiting]").first().waitFor({ state: "detached" });
      // Through the browser's own interface, because a script element would violate the page's policy. Once per document.
      if (!(await bare.evaluate(() => "axe" in globalThis))) await bare.evaluate(axeSource());
      const found = await bare.evaluate(
        ({ include, exclude, values }) => {
          const { axe } = globalThis as unknown as { axe: { run(context: object, options: object): Promise<AxeResult> } };
          const context = { ...(include === null ? {} : { include: [include] }), exclude: exclude.map((one) => [one]) };
          return axe.run(context, {
            runOnly: { type: "tag", values },
            resultTypes: ["violations"],
          });
        },
        { include: within ?? null, exclude: [announcer, ...without], values: tags },
      );
      const problems = found.violations.map(
        ({ id, help, nodes }) =>
          `${id}: ${help}\n${nodes.map(({ target, html }) => `    ${target.join(" ")}  ${html.slice(0, 200)}`).join("\n")}`,
      );
      assert.equal(problems.length, 0, `axe at ${at(bare.url())}:\n${problems.join("\n")}`);
    },
  };
  return Object.assign(bare, added) as StagePage;
}

interface AxeResult {
  violations: { id: string; help: string; nodes: { target: string[]; html: string }[] }[];
}

let source: string | undefined;
function axeSource(): string {
  source ??= readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  return source;
}
