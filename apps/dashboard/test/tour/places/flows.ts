/** Flows: the list, the canvas and its list, runs, versions, and what opens over them. */
import type { Seed } from "../seed/seed.ts";
import { byButton, byKey, over, type Place, screen, type Visit } from "./place.ts";

const row = ({ page }: Visit) => page.locator("main [role=row]").nth(1);
/** On a phone the list replaces the canvas. */
const node = ({ page, size }: Visit) => page.locator(size === "phone" ? ".flow-list [data-key]" : ".flow-canvas [data-key]").first();

export function flowPlaces({ ids }: Seed): Place[] {
  const flow = `/flows/${ids.flow}`;
  return [
    screen("flows", "/flows", { shows: row }),
    over("flows-new", "/flows", byKey("c")),
    over("flows-secrets", "/flows", byButton("flows.secrets")),
    over("flows-secrets-new", "/flows", async ({ button, top }) => {
      await button("flows.secrets").click();
      await top().locator("li").first().waitFor();
      await button("flows.secrets.new", top()).click();
      await top().locator("input[type=password]").waitFor();
    }),
    screen("flow", `${flow}/canvas`, { shows: node }),
    screen("flow-list", `${flow}/canvas?as=list`, { shows: ({ page }) => page.locator(".flow-list [data-key]").first() }),
    over("flow-add", `${flow}/canvas`, byKey("a"), { only: "desktop" }),
    screen("flow-try", `${flow}/canvas`, {
      ...{ only: "desktop", open: byButton("flows.dryRun") },
      shows: ({ page }) => page.locator(".flow-inspector form"),
    }),
    screen("flow-draft", `/flows/${ids.flowDraft}/canvas`, { shows: ({ page }) => page.locator(".flow-problems") }),
    screen("flow-draft-runs", `/flows/${ids.flowDraft}/runs`),
    screen("flow-draft-versions", `/flows/${ids.flowDraft}/versions`),
    screen("flow-runs", `${flow}/runs`, { shows: ({ page }) => page.locator(".flow-run") }),
    screen("flow-run", `${flow}/runs/${ids.flowRun}`, { shows: ({ page }) => page.locator(".flow-run-steps li").nth(1) }),
    screen("flow-versions", `${flow}/versions`, { shows: ({ page }) => page.locator(".flow-differences").first() }),
    over("flow-version-back", `${flow}/versions`, byButton("flows.restore")),
  ];
}
