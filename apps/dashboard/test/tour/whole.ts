/**
 * Every screen and everything that opens over it, with one tenant full of data: axe, horizontal overflow, untranslated texts, and a
 * screenshot of each below $PARLEY_SCREENSHOTS/<size>-<language>-<theme>/. Each pass is a separate file, because visiting all places takes
 * minutes.
 */
import { after, before } from "node:test";
import { type Stage, startStage } from "../stage.ts";
import { allPlaces } from "./places/all.ts";
import type { Place } from "./places/place.ts";
import { historyMs, type Seed, seedTenant } from "./seed/seed.ts";
import { type Tour, tour, type Way } from "./visiting.ts";

/** PARLEY_TOUR: a pattern for the names of places, to visit only some of them. Then the tour does not check that all routes are visited. */
export const some = process.env["PARLEY_TOUR"] === undefined ? null : new RegExp(process.env["PARLEY_TOUR"]);

/** For a suite: creates the tenant before it. The returned function makes one pass over all places. */
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
