/** Visits each place in one page, and checks it in both themes. */
import type { LanguageCode } from "../../src/i18n/languages.ts";
import type { Stage, StagePage } from "../stage.ts";
import { overflowing, shownOf, waitUntilStable } from "./layout-checks.ts";
import type { Place, Visit } from "./places/place.ts";
import type { Seed } from "./seed/seed.ts";
import { textsOf, untranslated } from "./texts.ts";

/** May scroll horizontally: a board, wide tables, code. */
const mayScroll =
  ".board, .chart-table, .code-box, pre, .code, .settings-nav, .chatbot-nav, nav.tabs, .tabs, .emoji-grid, input, textarea, .segmented";
const opened = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";

const patienceMs = 15_000;

export interface Way {
  language: LanguageCode;
  size: "desktop" | "phone";
  /** Folders of the screenshots, by theme. */
  looks: { light: string; dark: string };
}

export interface Tour {
  problems: string[];
  pictures: number;
  checks: number;
  /** The visited routes, and all routes of the router. */
  routes: { visited: Set<string>; all: Set<string> };
  /** Paths of the links in the navigation. */
  links: Set<string>;
}

export async function tour(
  stage: Stage,
  seed: Pick<Seed, "owner">,
  places: readonly Place[],
  { language, size, looks }: Way,
): Promise<Tour> {
  const page = await stage.open({ as: seed.owner, path: "/notifications", size, language });
  await page.locator("h1").first().waitFor();
  // A place that cannot be opened is reported as a problem; the others are still visited.
  page.setDefaultTimeout(patienceMs);
  const texts = await textsOf(language);
  const english = language === "en" ? [] : [...untranslated(await textsOf("en"), texts)];
  const visit: Visit = {
    ...{ page, size },
    button: (key, within) => (within ?? page.locator("body")).getByRole("button", { name: texts.pattern(key) }).first(),
    item: (key) => page.getByRole("menuitem", { name: texts.pattern(key) }).first(),
    top: () => page.locator(opened).last(),
  };
  const done: Tour = { problems: [], pictures: 0, checks: 0, routes: { visited: new Set(), all: new Set() }, links: new Set() };
  for (const place of places.filter(({ only }) => only === undefined || only === size)) {
    const complain = (look: string) => (error: Error) => void done.problems.push(`${look}/${place.name}: ${error.message}`);
    try {
      await goTo(page, place);
      await place.open?.(visit);
      await (place.shows?.(visit) ?? (place.over === true ? visit.top() : page.locator("h1, h2").first())).waitFor();
      const restless = await page.evaluate(waitUntilStable);
      if (restless !== null && place.name !== "gallery") done.problems.push(`${looks.light}/${place.name}: ${restless}`);
    } catch (error) {
      complain(looks.light)(error as Error);
      await page.shoot(`${looks.light}/${place.name}-failed`);
      await page.goto(new URL("/notifications", stage.url).href);
      continue;
    }
    if (place.isServers !== true) await note(page, done);
    done.problems.push(...(await page.evaluate(overflowing, mayScroll)).map((what) => `${looks.light}/${place.name}: ${what}`));
    const left = english.length === 0 || place.name === "gallery" || place.isServers === true ? [] : await page.evaluate(shownOf, english);
    done.problems.push(...left.map((text) => `${looks.light}/${place.name}: not translated: ${text}`));
    for (const theme of ["light", "dark"] as const) {
      if (theme === "dark") await page.setAppearance({ theme });
      await page.axe(place.over === true ? { within: "[data-owns-keys]" } : {}).catch(complain(looks[theme]));
      await page.shoot(`${looks[theme]}/${place.name}`);
      done.checks++;
      done.pictures++;
    }
    await page.setAppearance({ theme: "light" });
    await leave(page, place);
  }
  // One of the places is a nonexistent contact, and the password reset link may have expired meanwhile.
  for (const expected of [/No such resource exists/, /^400 GET \/reset-password/])
    if (page.recordedErrors.some((complaint) => expected.test(complaint))) page.expectError(expected);
  await page.context().close();
  return done;
}

/** Within the app, as a link does; pages of the server, and the app after them, with a full load. */
async function goTo(page: StagePage, place: Place): Promise<void> {
  if (place.isServers === true || !(await page.evaluate(() => "__TSR_ROUTER__" in self)))
    return void (await page.goto(new URL(place.path, page.url()).href));
  const here = await page.evaluate(() => location.pathname + location.search + location.hash);
  if (here === place.path) return;
  await page.evaluate((path) => history.pushState(null, "", path), place.path);
  if (place.path !== "/")
    await page.waitForFunction(
      (path) => location.pathname === path && (self as unknown as Routed).__TSR_ROUTER__.state.status === "idle",
      place.path.split(/[?#]/)[0],
    );
}

/** Closes what was opened; leaves the screen if something was typed or selected. */
async function leave(page: StagePage, { open, over, path }: Place): Promise<void> {
  if (open === undefined) return;
  for (let times = 0; times < 4 && (await page.locator(opened).count()) > 0; times++) {
    await page.keyboard.press("Escape");
    await page.evaluate(waitUntilStable);
  }
  const away = path.startsWith("/settings/appearance") ? "/settings/shortcuts" : "/settings/appearance";
  if (over === true && (await page.locator(opened).count()) === 0) return;
  await page.evaluate((to) => history.pushState(null, "", to), away);
  await page.waitForFunction((to) => location.pathname === to && (self as unknown as Routed).__TSR_ROUTER__.state.status === "idle", away);
}

interface Routed {
  __TSR_ROUTER__: {
    state: { status: string };
    routesById: Record<string, { fullPath: string; id: string }>;
    matchRoutes(path: string, search: object): { routeId: string }[];
  };
}

/** Records the routes and the links of the navigation. */
async function note(page: StagePage, { routes, links }: Tour): Promise<void> {
  const known = await page.evaluate(() => {
    const router = (self as unknown as Routed).__TSR_ROUTER__;
    return {
      all: Object.keys(router.routesById),
      here: router.matchRoutes(location.pathname, {}).map(({ routeId }) => routeId),
      links: [...document.querySelectorAll<HTMLAnchorElement>("nav a[href^='/']")].map(({ pathname }) => pathname),
    };
  });
  for (const id of known.all) routes.all.add(id);
  for (const id of known.here) routes.visited.add(id);
  for (const link of known.links) links.add(link);
}
