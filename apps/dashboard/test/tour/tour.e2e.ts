/**
 * Every screen and everything that opens over it, with one tenant full of data: axe, horizontal overflow, untranslated texts,
 * and a screenshot of each below $PARLEY_SCREENSHOTS/<size>-<language>-<theme>/.
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

  it("desktop, light and dark; every route and every link of the navigation is visited", async () => {
    const { problems, routes, links } = await tour(stage, seed, allPlaces(seed), way("desktop", "en"));
    assert.deepEqual(problems, []);
    const redirects = ["/app/", "/app/flows/$flowId", "/app/knowledge", "/app/analytics", "/app/admin", "/app/agency"];
    const missed = [...routes.all].filter((id) => !routes.visited.has(id) && !redirects.includes(id));
    assert.deepEqual(missed, [], "routes that are not visited");
    const paths = new Set(allPlaces(seed).map(({ path }) => path.split(/[?#]/)[0]));
    assert.deepEqual(
      [...links].filter((link) => !paths.has(link) && !link.startsWith("/inbox/view_")),
      [],
      "links to places that are not visited",
    );
  });

  it("phone, light and dark", async () => {
    assert.deepEqual((await tour(stage, seed, allPlaces(seed), way("phone", "en"))).problems, []);
  });

  it("Arabic, right to left, light and dark", async () => {
    assert.deepEqual((await tour(stage, seed, allPlaces(seed), way("desktop", "ar"))).problems, []);
  });
});
