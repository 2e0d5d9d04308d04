/** Signing in with a second factor, and a session that is ended elsewhere. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { codeAt } from "@parley/server/test/fakes/authenticator.ts";
import { type Stage, startStage, withoutBrowser } from "../../../test/stage.ts";

const halfMinuteMs = 30_000;

describe("sessions", { skip: withoutBrowser }, () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage();
  });
  after(() => stage?.stop());

  it("a second factor is switched on, requested at the next sign-in, and accepts each code once", async () => {
    const person = await stage.t.person(stage.tenant.id, { role: "agent", name: "Theo Two" });
    const page = await stage.open({ as: person, path: "/settings/security" });
    await page.getByRole("textbox", { name: "Password", exact: true }).fill(person.password);
    await page.getByRole("button", { name: "Set up" }).click();
    const qr = page.getByRole("img", { name: "QR code for your authenticator app" });
    await qr.waitFor();
    const secret = (await page.getByRole("button", { name: "Copy Key" }).textContent()) ?? "";
    const first = codeAt(secret, stage.clock.now());
    await page.getByLabel("Authentication code").fill(first);
    await page.getByRole("button", { name: "Turn on" }).click();
    await page.getByRole("button", { name: "I have saved them" }).click();
    await page.getByText("10 backup codes left.", { exact: false }).waitFor();
    assert.equal((await person.api.get("/api/v1/auth/two-factor")).body.enabled, true);

    const elsewhere = await stage.open({ as: null, path: "/sign-in" });
    await elsewhere.getByLabel("Email", { exact: true }).fill(person.email);
    await elsewhere.getByLabel("Password", { exact: true }).fill(person.password);
    await elsewhere.keyboard.press("Enter");
    await elsewhere.getByRole("heading", { name: "Your authentication code" }).waitFor();
    await elsewhere.axe();
    await elsewhere.getByLabel("Authentication code").fill(first);
    await elsewhere.getByRole("alert").getByText("This code is not valid. Each code works once.").waitFor();
    assert.equal(new URL(elsewhere.url()).pathname, "/sign-in");
    stage.advance(halfMinuteMs);
    // The sixth digit submits it.
    await elsewhere.getByLabel("Authentication code").fill(codeAt(secret, stage.clock.now()));
    await elsewhere.waitForURL(/\/inbox/);
    await elsewhere.getByRole("navigation", { name: "Main" }).waitFor();
    assert.equal((await person.api.get("/api/v1/auth/sessions")).body.data.length, 2);

    // New backup codes require both again, and void the old ones.
    stage.advance(halfMinuteMs);
    const factor = page.getByRole("form", { name: "Two-factor authentication" });
    await factor.getByRole("textbox", { name: "Password", exact: true }).fill("not this one");
    await factor.getByLabel("Authentication code").fill(codeAt(secret, stage.clock.now()));
    await factor.getByRole("button", { name: "New backup codes" }).click();
    await factor.locator("[aria-invalid=true], [role=alert]").first().waitFor();
    stage.advance(halfMinuteMs);
    await factor.getByRole("textbox", { name: "Password", exact: true }).fill(person.password);
    await factor.getByLabel("Authentication code").fill(codeAt(secret, stage.clock.now()));
    await factor.getByRole("button", { name: "New backup codes" }).click();
    const codes = page.getByRole("region", { name: "Backup codes" });
    await codes.getByText("codes", { exact: false }).first().waitFor();
    assert.equal((await codes.locator("pre, code").first().innerText()).trim().split(/\s+/).length, 10);
    await page.axe();
    await page.shoot("backup-codes-renewed");
    await codes.getByRole("button", { name: "I have saved them" }).click();
    await page.getByText("10 backup codes left.", { exact: false }).waitFor();
    await Promise.all([page.context().close(), elsewhere.context().close()]);
  });

  it("a new address is pending until its link is opened, and can be cancelled", async () => {
    const person = await stage.t.person(stage.tenant.id, { role: "agent", name: "Nora New" });
    const page = await stage.open({ as: person, path: "/settings/profile" });
    const own = async () => (await person.api.get("/api/v1/auth/email")).body;
    const form = page.getByRole("form", { name: "Email address" });
    await form.getByRole("textbox", { name: "New address" }).fill("nora.next@northwind.example");
    await form.getByRole("textbox", { name: "Password" }).fill(person.password);
    await form.getByRole("button", { name: "Change address" }).click();
    await form.getByText("nora.next@northwind.example takes effect once the link sent there is opened", { exact: false }).waitFor();
    assert.equal((await own()).pending.email, "nora.next@northwind.example");
    await page.axe();
    await page.shoot("profile-email-pending");
    await form.getByRole("button", { name: "Keep the old address" }).click();
    await form.getByText("nora.next@northwind.example", { exact: false }).waitFor({ state: "detached" });
    assert.deepEqual([(await own()).email, (await own()).pending], [person.email, null]);
    await page.context().close();
  });

  it("a session that is ended elsewhere leads to the sign-in and back, and the typed text is still there", async () => {
    const customer = await stage.channels.chatApp.customer(0);
    await customer.write("Where is my parcel?");
    const person = await stage.t.person(stage.tenant.id, { role: "agent", name: "Rita Revoked" });
    const ended = await stage.open({ as: null, path: "/sign-in" });
    await stage.signIn(ended, person);
    await ended.goto(`${stage.url}/inbox/all`);
    await ended.getByRole("row", { name: /Where is my parcel/ }).click();
    await ended.getByRole("textbox", { name: "Reply" }).fill("It left our house");
    const thread = new URL(ended.url()).pathname;

    const page = await stage.open({ as: person, path: "/settings/security" });
    const sessions = page.getByRole("region", { name: "Where you are signed in" });
    await sessions.getByRole("button", { name: "Sign out", exact: true }).click();
    await sessions.getByRole("button", { name: "Sign out", exact: true }).waitFor({ state: "detached" });
    assert.equal((await person.api.get("/api/v1/auth/sessions")).body.data.length, 1);

    await ended.waitForURL(/\/sign-in/);
    await ended.getByText("Your session has ended.", { exact: false }).waitFor();
    await stage.signIn(ended, person);
    assert.equal(new URL(ended.url()).pathname, thread);
    await ended.getByRole("log").getByText("Where is my parcel?").waitFor();
    await ended.waitForFunction(() => document.querySelector<HTMLTextAreaElement>("textarea.txt")?.value === "It left our house");
    await ended.keyboard.press("r");
    await ended.keyboard.press("Enter");
    await customer.shows("the answer", ({ text }) => text === "It left our house");
    await Promise.all([page.context().close(), ended.context().close()]);
  });
});
