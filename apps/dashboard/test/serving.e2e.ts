/** The real build, served by the real server to a real browser: it starts, and nothing in it violates the policy it is served with. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { builtFolder } from "@parley/dashboard/build";
import { type Stage, startStage, withoutBrowser } from "./stage.ts";

describe("the dashboard as it is served", { skip: withoutBrowser }, () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage();
  });
  after(() => stage?.stop());

  it("asks an unknown visitor to sign in, and shows the inbox after signing in, without an error and within its policy", async () => {
    const page = await stage.open({ as: null });
    await page.waitForURL(/\/sign-in/);
    await page.axe();
    await stage.signIn(page, stage.people.agent);
    await page.waitForURL(/\/inbox/);
    await page.getByRole("navigation", { name: "Main" }).waitFor();
    await page.shoot("serving-inbox");
    // The policy is not only sent: what it forbids does not run.
    const ran = await page.evaluate(async () => {
      const script = document.createElement("script");
      script.textContent = "globalThis.ran = true";
      document.head.append(script);
      return "ran" in globalThis;
    });
    assert.equal(ran, false);
    page.expectError(/Content Security Policy/);
    assert.deepEqual(stage.recordedErrors(), []);
  });

  it("shows a customer's message to a person signed in only by the cookie, in each size, theme and direction", async () => {
    const amina = await stage.channels.chatApp.customer(0);
    await amina.write("Is the tent in stock?");
    const page = await stage.open({ as: "owner", path: "/inbox/all", theme: "dark" });
    await page.getByText("Is the tent in stock?").first().waitFor();
    for (const size of ["desktop", "phone"] as const) {
      for (const theme of ["light", "dark"] as const) {
        for (const dir of ["ltr", "rtl"] as const) {
          await page.setAppearance({ size, theme, dir });
          await page.shoot(`serving-${size}-${theme}-${dir}`);
        }
      }
    }
  });

  it("contains the product's name in none of its files", () => {
    const files = readdirSync(builtFolder, { recursive: true, encoding: "utf8" }).filter((path) =>
      /\.(?:js|css|html|svg|webmanifest|json|txt)$/.test(path),
    );
    assert.ok(files.length > 5, "the build was not found");
    for (const path of files) {
      const text = readFileSync(join(builtFolder, path), "utf8");
      const at = text.search(/parley/i);
      assert.equal(at, -1, `${path}: …${text.slice(Math.max(0, at - 60), at + 60)}…`);
    }
  });
});
