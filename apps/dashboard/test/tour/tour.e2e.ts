/**
 * Every screen and whatever opens over it, of one tenant with a busy week behind it: what axe finds, what leaves its place, what is not translated;
 * and a picture of each, below $PARLEY_SCREENSHOTS/<size>-<language>-<theme>/.
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type Stage, startStage, withoutBrowser } from "../stage.ts";
import { allPlaces } from "./places/all.ts";
import { historyMs, type Seed, seedTenant } from "./seed/seed.ts";
import { tour, type Way } from "./visiting.ts";

const way = (size: Way["size"], language: Way["language"]): Way => ({
  ...{ size, language },
  looks: { light: `${size}-${language}-light`, dark: `${size}-${language}-dark` },
});

describe("a tour of every screen", { skip: withoutBrowser }, () => {
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

  it("on a wide screen, light and dark, by every route and every link of the navigation", async () => {
    const { problems, routes, links } = await tour(stage, seed, allPlaces(seed), way("desktop", "en"));
    assert.deepEqual(problems, []);
    // "/" leads on at once.
    const missed = [...routes.all].filter((id) => !routes.visited.has(id) && id !== "/app/");
    assert.deepEqual(missed, [], "routes that nobody looked at");
    const paths = new Set(allPlaces(seed).map(({ path }) => path.split(/[?#]/)[0]));
    assert.deepEqual(
      [...links].filter((link) => !paths.has(link) && !link.startsWith("/inbox/viw_")),
      [],
      "links that lead to where nobody looked",
    );
  });

  it("on a phone, light and dark", async () => {
    assert.deepEqual((await tour(stage, seed, allPlaces(seed), way("phone", "en"))).problems, []);
  });

  it("in Arabic, from right to left, light and dark", async () => {
    assert.deepEqual((await tour(stage, seed, allPlaces(seed), way("desktop", "ar"))).problems, []);
  });
});
