/** The published package in a page of a real browser, signed in as a person, with the README's example for browsers. */
import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import { startReceiver } from "@parley/simulators/receiver";
import { launchBrowser, pageMsMax, withoutBrowser } from "../../apps/server/test/browser.ts";
import { startTestApp, type TestApp } from "../../apps/server/test/harness.ts";
import { makeFolder, readExamples } from "./stage.ts";

describe("the SDK in a browser", { skip: withoutBrowser }, () => {
  let t: TestApp;
  let made: Awaited<ReturnType<typeof makeFolder>>;
  let files: Server;
  let browser: Browser;
  let page: Page;
  /** The URL at which the page finds the package. */
  let sdk: string;
  const errors: string[] = [];

  before(async () => {
    [t, made] = await Promise.all([startTestApp(), makeFolder()]);
    // Serves the package's files to a page of another origin, like a CDN.
    files = createServer((request, response) => {
      readFile(join(made.folder, "node_modules/@parley/sdk", new URL(request.url ?? "", "http://files").pathname)).then(
        (bytes) => response.writeHead(200, { "content-type": "text/javascript", "access-control-allow-origin": "*" }).end(bytes),
        () => response.writeHead(404).end(),
      );
    });
    await new Promise<void>((resolve) => files.listen(0, "127.0.0.1", resolve));
    sdk = `http://127.0.0.1:${(files.address() as AddressInfo).port}/index.js`;
    browser = await launchBrowser();
    page = await browser.newPage();
    page.setDefaultTimeout(pageMsMax);
    page.on("pageerror", (error) => errors.push(String(error)));
    // A page of the server's own origin, without scripts or a policy of its own.
    await page.goto(`${t.url}/`);
  });
  after(async () => {
    await browser?.close();
    files?.closeAllConnections();
    await new Promise((resolve) => files?.close(resolve) ?? resolve(undefined));
    await t?.stop();
    await made?.remove();
  });

  /** Runs in the page: a module text that passes its result to `answer`. `SDK` is the package's URL. */
  const inPage = (text: string, given: unknown = null): Promise<any> =>
    page.evaluate(
      async ([source, address, value]) => {
        const body = (source as string).replaceAll('"@parley/sdk"', JSON.stringify(address));
        const at = URL.createObjectURL(new Blob([`export default async (given) => {${body}\n};`], { type: "text/javascript" }));
        try {
          return await (await import(at)).default(value);
        } finally {
          URL.revokeObjectURL(at);
        }
      },
      [text, sdk, given],
    );

  it("refuses a key, because anybody who uses the page could read it", async () => {
    const said = await inPage(`
      const { Client } = await import("@parley/sdk");
      try { new Client({ baseUrl: location.origin, apiKey: "key" }); return "taken"; } catch (error) { return error.name + ": " + error.message; }`);
    assert.match(said, /^ParleyError: An API key in a browser/);
  });

  it("signs in, reads lists, writes, and distinguishes errors by their code", async () => {
    const tenant = await t.tenant();
    const person = await t.person(tenant.id, { name: "Ada" });
    for (const name of ["A", "B", "C"]) await tenant.api.post("/api/v1/contacts", { name });
    const seen = await inPage(
      `
      const { Client, isApiError } = await import("@parley/sdk");
      const parley = new Client({ baseUrl: location.origin, maxRetries: 0 });
      const before = await parley.me().catch((error) => isApiError(error, "unauthorized"));
      await parley.auth.signIn(given);
      const names = [];
      for await (const { name } of parley.contacts.list({ limit: 2 })) names.push(name);
      const made = await parley.contacts.create({ name: "D" }, { idempotencyKey: "once" });
      const again = await parley.contacts.create({ name: "D" }, { idempotencyKey: "once" });
      const gone = await parley.contacts.get("con_x").catch((error) => error.code);
      const form = new FormData();
      form.set("file", new Blob(["name\\nE\\n"], { type: "text/csv" }), "people.csv");
      const uploaded = (await parley.contacts.imports.create(form)).status;
      return { before, names: names.sort(), once: made.id === again.id, gone, uploaded };`,
      { email: person.email, password: person.password },
    );
    assert.deepEqual(seen, { before: true, names: ["A", "B", "C"], once: true, gone: "not_found", uploaded: "queued" });
  });

  it("follows live events, and matches the README's example", async () => {
    const first = inPage(`
      const { Client } = await import("@parley/sdk");
      const parley = new Client({ baseUrl: location.origin });
      const stream = parley.events.stream({ type: "contact.created" }, { onReady: () => { document.title = "live"; } });
      for await (const event of stream) return event.type;`);
    await page.waitForFunction("document.title === 'live'");
    await inPage(`
      const { Client } = await import("@parley/sdk");
      await new Client({ baseUrl: location.origin }).contacts.create({ name: "F" });`);
    assert.equal(await first, "contact.created");
    const example = (await readExamples()).find(({ title }) => title === "browser");
    assert.ok(example !== undefined);
    // An import inside a function.
    const text = stripTypeScriptTypes(example.text).replace(/^import (\{[^}]*\}) from ("[^"]+");/m, "const $1 = await import($2);");
    await inPage(text);
    assert.equal(await page.title(), "Ada: 0");
  });

  it("verifies deliveries, with HMAC and Ed25519", async () => {
    const receiver = await startReceiver();
    try {
      const tenant = await t.tenant();
      for (const signatureScheme of ["hmac-sha256", "ed25519"]) {
        const hook = (await tenant.api.post("/api/v1/webhooks", { url: receiver.url, events: ["*"], signatureScheme })).body;
        await tenant.api.post(`/api/v1/webhooks/${hook.id}/test`);
        await t.drain();
        const delivery = receiver.deliveries.at(-1);
        assert.ok(delivery !== undefined);
        const seen = await inPage(
          `
          const { verifyWebhook } = await import("@parley/sdk");
          const wrong = await verifyWebhook({ ...given, body: given.body + " " }).catch((error) => error.name);
          return [(await verifyWebhook(given)).type, wrong];`,
          {
            body: String(delivery.rawBody),
            headers: delivery.headers,
            secret: signatureScheme === "ed25519" ? hook.publicKey : hook.secret,
            now: t.clock.now().getTime(),
          },
        );
        assert.deepEqual(seen, ["webhook.test", "WebhookVerificationError"]);
      }
    } finally {
      await receiver.close();
    }
  });

  it("has no error in the page", () => assert.deepEqual(errors, []));
});
