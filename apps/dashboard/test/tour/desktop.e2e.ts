/** The tour of every screen, on a desktop. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { withoutBrowser } from "../stage.ts";
import { some, tourOfAll } from "./whole.ts";

/** Routes that redirect at once. */
const redirects = [
  "/app/",
  "/app/flows/$flowId",
  "/app/chatbots",
  "/app/knowledge",
  "/app/voice",
  "/app/analytics",
  "/app/admin",
  "/app/agency",
];

describe("a tour of every screen, desktop", { skip: withoutBrowser }, () => {
  const go = tourOfAll();

  it("light and dark; every route and every link of the navigation is visited", async () => {
    const { problems, routes, links, places } = await go("desktop", "en");
    assert.deepEqual(problems, []);
    if (some !== null) return;
    const missed = [...routes.all].filter((id) => !routes.visited.has(id) && !redirects.includes(id));
    assert.deepEqual(missed, [], "routes that are not visited");
    const paths = new Set(places.map(({ path }) => path.split(/[?#]/)[0]));
    assert.deepEqual(
      [...links].filter((link) => !paths.has(link) && !link.startsWith("/inbox/view_")),
      [],
      "links to places that are not visited",
    );
  });
});
