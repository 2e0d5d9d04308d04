/**
 * Every screen and everything that opens over it, with one tenant full of data: axe, horizontal overflow, untranslated texts,
 * and a screenshot of each below $PARLEY_SCREENSHOTS/<size>-<language>-<theme>/. Each way is a file of its own: all places take minutes.
 */
import { after, before } from "node:test";
import { type Stage, startStage } from "../stage.ts";
import { allPlaces } from "./places/all.ts";
import type { Place } from "./places/place.ts";
import { historyMs, type Seed, seedTenant } from "./seed/seed.ts";
import { type Tour, tour, type Way } from "./visiting.ts";

/** PARLEY_TOUR: a pattern of the names of places, to look at some of them. Whether all routes are visited is not asked then. */
export const some = process.env["PARLEY_TOUR"] === undefined ? null : new RegExp(process.env["PARLEY_TOUR"]);

/** For a suite: makes the tenant before it. What it answers with goes one way over all places. */
export function tourOfAll(): (size: Way["size"], language: Way["language"]) => Promise<Tour & { places: Place[] }> {
  let stage: Stage;
  let seed: Seed;
  before(async () => {
    stage = await startStage({ startsMsAgo: historyMs });
    seed = await seedTenant(stage);
  });
  after(async () => {
    await seed?.stop();
    await stage?.stop();
  });
  return async (size, language) => {
    const places = allPlaces(seed).filter(({ name }) => some?.test(name) ?? true);
    const looks = { light: `${size}-${language}-light`, dark: `${size}-${language}-dark` };
    return { ...(await tour(stage, seed, places, { size, language, looks })), places };
  };
}
