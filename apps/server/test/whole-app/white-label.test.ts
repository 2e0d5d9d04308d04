/** On an agency's host nothing reveals the product's name: every public address is requested there, and searched including headers. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { parseYaml } from "@redocly/openapi-core";
import { type DnsServer, startDnsServer } from "../fakes/dns-server.ts";
import { ok } from "../responses.ts";
import { setAgencyStage } from "../stages/agency-stage.ts";
import { startTestApp, type TestApp, type TestTenant } from "../harness.ts";
import { type Mailbox, startMailbox } from "../fakes/mailbox.ts";
import { uploadPicture } from "../fixtures/media-samples.ts";
import { closeConnections, send } from "../raw-http.ts";
import { allOperationsOf } from "../routes/route-operations.ts";
import { fakeDashboard } from "../stages/fake-dashboard.ts";

let t: TestApp;
let dns: DnsServer;
let mailbox: Mailbox;
const product = /parley/i;
const word = () => randomBytes(5).toString("hex");

interface Place {
  agency: TestTenant;
  host: string;
  name: string;
}
/** With a brand kit, and without one. */
let branded: Place;
let plain: Place;

async function place(kit: boolean): Promise<Place> {
  const agency = await t.tenant({ kind: "agency" });
  const host = `${word()}.agency.example`;
  const { id, verification } = await ok(agency.api.post("/api/v1/agencies/current/domains", { hostname: host }));
  dns.txt.set(verification.name, verification.value);
  dns.cname.set(host, "crm.example");
  assert.equal((await ok(agency.api.post(`/api/v1/agencies/current/domains/${id}/verify`))).status, "active");
  const name = kit ? "Northwind" : (await ok(agency.api.get("/api/v1/agencies/current"))).name;
  if (kit) await ok(agency.api.put("/api/v1/agencies/current/brand-kit", { name }));
  return { agency, host, name };
}

const form = {
  slug: "talk",
  title: "Talk to us",
  fields: [{ key: "email", label: "E-mail", type: "email", required: true }],
  target: { kind: "create_contact" },
};

before(async () => {
  [dns, mailbox] = await Promise.all([startDnsServer(), startMailbox()]);
  t = await startTestApp({
    dashboard: await fakeDashboard(),
    env: {
      DNS_RESOLVER: dns.address,
      PUBLIC_URL: "https://crm.example",
      SMTP_URL: mailbox.url,
      MAIL_FROM: "Parley <no-reply@mail.example>",
      PUBLIC_READS_PER_MINUTE: "100000",
    },
  });
  [branded, plain] = [await place(true), await place(false)];
  for (const { agency } of [branded, plain]) {
    const made = await ok(agency.api.post("/api/v1/agencies/current/signup-forms", form));
    await ok(
      agency.api.post("/api/v1/agencies/current/landing-pages", {
        slug: "welcome",
        title: "Welcome",
        status: "published",
        blocks: [
          { type: "text", text: "Hello" },
          { type: "form", formId: made.id },
        ],
      }),
    );
  }
});
after(async () => {
  closeConnections();
  await t?.stop();
  await mailbox?.close();
  await dns?.close();
});

const everyPlace = (): [string, Place][] => [
  ["with a brand kit", branded],
  ["without one", plain],
];

/** Pages for people, and related files. */
const pages = [
  ...[
    "/",
    "/inbox/mine",
    "/index.html",
    "/manifest.webmanifest",
    "/favicon.svg",
    "/icons/app-192.png",
    "/theme.js",
    "/sw.js",
    "/docs",
    "/docs/",
    "/openapi.json",
    "/openapi.yaml",
    "/api/v1/branding",
    "/p/welcome",
    "/p/none",
    "/f/talk",
    "/f/none",
    "/sign-in",
    "/signed-in",
  ],
  ...[
    "/forgot-password",
    "/reset-password",
    "/reset-password?token=x",
    "/accept-invitation?token=x",
    "/login?token=x",
    "/confirm-email?token=x",
  ],
  ...[
    "/resend-confirmation",
    "/sign-out",
    "/nowhere",
    "/api/v1/nowhere",
    "/health/live",
    "/health/ready",
    "/metrics",
    "/public/files/none",
  ],
];

describe("an agency's host", () => {
  it("shows nothing of the product: pages, documents, errors and headers", async () => {
    for (const [what, { host, name }] of everyPlace()) {
      const shown = new Map<string, string>();
      for (const path of pages) {
        for (const accept of ["text/html", "application/json"]) {
          const response = await send(t.url, { path, headers: { host, accept } });
          assert.ok(
            !product.test(response.text),
            `${what}: ${path} (${response.status}) says ${product.exec(response.text)?.[0]}: ${around(response.text)}`,
          );
          assert.ok(!product.test(JSON.stringify(response.headers)), `${what}: ${path} ${JSON.stringify(response.headers)}`);
          shown.set(path, response.text);
        }
      }
      assert.equal(JSON.parse((await send(t.url, { path: "/", headers: { host } })).text).name, name);
      assert.equal(JSON.parse(shown.get("/openapi.json") ?? "").info.title, name);
      const [head = ""] = (shown.get("/openapi.yaml") ?? "").split(/^paths:/m, 1);
      assert.equal((parseYaml(head) as { info: { title: string } }).info.title, name);
      assert.match((await send(t.url, { path: "/f/talk", headers: { host } })).text, new RegExp(name));
    }
    const own = await send(t.url, { path: "/", headers: { host: "crm.example" } });
    assert.equal(JSON.parse(own.text).name, "Parley");
  });

  it("shows the agency's name, icon and colour around the dashboard, and the product's own on its own host", async () => {
    const at = (host: string, path: string) => send(t.url, { path, headers: { host, accept: "text/html" } });
    for (const [what, { host, name }] of everyPlace()) {
      for (const path of ["/", "/inbox/mine", "/sign-in", "/index.html"]) {
        const page = (await at(host, path)).text;
        assert.ok(page.includes(`<title>${name}</title>`), `${what}: ${path} ${page}`);
        assert.match(page, /<meta name="theme-color" content="#ffffff">/);
        assert.match(page, /<link rel="icon" href="\/favicon\.svg">/);
        assert.doesNotMatch(page, product);
        assert.doesNotMatch(page, /#f5f4f2|<title>Inbox/);
      }
      const manifest = JSON.parse((await at(host, "/manifest.webmanifest")).text);
      assert.deepEqual([manifest.name, manifest.theme_color, manifest.start_url], [name, "#ffffff", "/"]);
      assert.deepEqual(
        manifest.icons.map(({ src }: { src: string }) => src),
        ["/favicon.svg"],
      );
      // The product's mark is not used: instead their initials, in their colours.
      const icon = await at(host, "/favicon.svg");
      assert.match(icon.text, new RegExp(`fill="#ffffff">${name.slice(0, 1)}[A-Z0-9]?</text>`));
      assert.ok(!icon.text.includes("our own mark"));
      assert.equal((await at(host, "/icons/app-192.png")).status, 404);
    }
    const withIcon = await place(true);
    const faviconMediaId = await uploadPicture(t.url, withIcon.agency.key);
    const { faviconUrl } = await ok(withIcon.agency.api.put("/api/v1/agencies/current/brand-kit", { name: "Northwind", faviconMediaId }));
    assert.ok((await at(withIcon.host, "/")).text.includes(`<link rel="icon" href="${faviconUrl}">`));
    assert.equal(JSON.parse((await at(withIcon.host, "/manifest.webmanifest")).text).icons[0].src, faviconUrl);

    const own = (await at("crm.example", "/")).text;
    assert.match(own, /<title>Parley<\/title>/);
    assert.match(own, /#f5f4f2/);
    const manifest = JSON.parse((await at("crm.example", "/manifest.webmanifest")).text);
    assert.deepEqual([manifest.name, manifest.icons[0].src], ["Parley", "/icons/app-192.png"]);
    assert.equal((await at("crm.example", "/icons/app-192.png")).status, 200);
    assert.match((await at("crm.example", "/favicon.svg")).text, /our own mark/);
  });

  it("shows nothing of it in any response that needs no credential, whatever the request's outcome", async () => {
    for (const { method, path } of allOperationsOf(t.app.openapi)) {
      const response = await send(t.url, {
        method,
        path: `/api/v1${path.replaceAll(/\{[A-Za-z]+\}/g, "talk")}`,
        headers: { host: branded.host, ...(method === "GET" ? {} : { "content-type": "application/json" }) },
        ...(method === "GET" ? {} : { body: "{}" }),
      });
      assert.ok(!product.test(response.text + JSON.stringify(response.headers)), `${method} ${path}: ${response.text.slice(0, 500)}`);
    }
  });

  it("shows nothing of it in an event stream, nor in a person's session", async () => {
    const abort = new AbortController();
    const response = await fetch(`${t.url}/api/v1/events/stream`, {
      headers: { authorization: `Bearer ${branded.agency.key}`, "x-forwarded-host": branded.host },
      signal: abort.signal,
    });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    let text = "";
    while (!text.includes("ready")) text += Buffer.from((await reader.read()).value ?? []).toString();
    abort.abort();
    assert.ok(!product.test(text + JSON.stringify([...response.headers])), text);
    const person = await t.person(branded.agency.id, { role: "owner" });
    assert.ok(!product.test(person.cookie), person.cookie);
  });

  it("is the address that the agency's pages and forms report, or the installation's address by key if there is none", async () => {
    for (const [, { agency, host }] of everyPlace()) {
      for (const [list, below] of [
        ["landing-pages", "/p/welcome"],
        ["signup-forms", "/f/talk"],
      ] as const) {
        const [one] = (await ok(agency.api.get(`/api/v1/agencies/current/${list}`))).data;
        assert.equal(one.url, `https://${host}${below}`);
        assert.equal((await ok(agency.api.get(`/api/v1/agencies/current/${list}/${one.id}`))).url, one.url);
        assert.equal((await send(t.url, { path: below, headers: { host } })).status, 200);
      }
    }
    const none = await t.tenant({ kind: "agency" });
    const made = await ok(none.api.post("/api/v1/agencies/current/signup-forms", form));
    assert.equal(made.url, `https://crm.example/f/${made.publicKey}`);
    assert.equal((await send(t.url, { path: `/f/${made.publicKey}`, headers: { host: "crm.example" } })).status, 200);
    // Not on another agency's host.
    assert.equal((await send(t.url, { path: `/f/${made.publicKey}`, headers: { host: branded.host } })).status, 404);
    // Without the domain the address is the installation's again.
    const { agency } = branded;
    const [domain] = (await ok(agency.api.get("/api/v1/agencies/current/domains"))).data;
    await ok(agency.api.delete(`/api/v1/agencies/current/domains/${domain.id}`));
    const [page] = (await ok(agency.api.get("/api/v1/agencies/current/landing-pages"))).data;
    assert.equal(page.url, `https://crm.example/p/${page.publicKey}`);
  });

  it("sends its clients' mails under the agency's name, with or without a brand kit", async () => {
    for (const [what, { agency, name }] of everyPlace()) {
      const email = `${word()}@client.test`;
      await ok(agency.api.post("/api/v1/agencies/current/clients", { name: "Bakery", ownerEmail: email }));
      await t.drain();
      const mail = mailbox.last(email);
      assert.ok(!product.test(JSON.stringify(mail)), `${what}: ${JSON.stringify(mail)}`);
      assert.match(JSON.stringify(mail), new RegExp(name));
    }
  });

  it("names the agency in the authenticator app as well", async () => {
    const client = await t.tenant();
    await setAgencyStage(t, client);
    const person = await t.person(client.id, { role: "owner" });
    const setup = await person.api.post("/api/v1/auth/two-factor", { password: person.password });
    assert.equal(setup.status, 200, setup.text);
    assert.ok(!product.test(setup.text), setup.text);
  });
});

function around(text: string): string {
  const at = text.search(product);
  return at < 0 ? "" : text.slice(Math.max(0, at - 60), at + 60);
}
