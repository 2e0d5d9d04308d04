/** Pages as people see them, in a browser without scripts: an agency's landing page, and those behind links in mails. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { withClient } from "@parley/database";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { launchBrowser, pageMsMax, withoutBrowser } from "../browser.ts";
import { startTestApp, type TestApp, type TestTenant } from "../harness.ts";
import { type Mailbox, startMailbox } from "../fakes/mailbox.ts";

/** Set to a folder to keep the screenshots. */
const shots = process.env["SCREENSHOTS"];
const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };
const base = "/api/v1/agencies/current";
const word = () => randomBytes(5).toString("hex");

describe("pages in a browser without scripts", { skip: withoutBrowser }, () => {
  let app: TestApp;
  let mailbox: Mailbox;
  let agency: TestTenant;
  let browser: Browser;
  /** The agency's, with this server's port. */
  let origin: string;
  const complaints: string[] = [];

  before(async () => {
    mailbox = await startMailbox();
    app = await startTestApp({ env: { SMTP_URL: mailbox.url, MAIL_FROM: "Parley <parley@example.com>" } });
    agency = await app.tenant({ kind: "agency" });
    browser = await launchBrowser("--host-resolver-rules=MAP *.agency.example 127.0.0.1");
    if (shots !== undefined) mkdirSync(shots, { recursive: true });
    const hostname = `${word()}.agency.example`;
    await agency.api.post(`${base}/domains`, { hostname });
    await withClient(app.database.admin, (admin) =>
      admin.query(
        "insert into domain_hosts (tenant_id, hostname, domain_id) select tenant_id, hostname, id from agency_domains where hostname = $1",
        [hostname],
      ),
    );
    origin = `http://${hostname}:${new URL(app.url).port}`;
    const logo = (color: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="220" height="48"><circle cx="24" cy="24" r="18" fill="#14b8a6"/><text x="54" y="33" font-family="sans-serif" font-size="26" font-weight="700" fill="${color}">Northwind</text></svg>`;
    const [light, dark] = [await picture(logo("#134e4a")), await picture(logo("#ccfbf1"))];
    const set = await agency.api.put(`${base}/brand-kit`, {
      name: "Northwind",
      logoLightMediaId: light,
      logoDarkMediaId: dark,
      colors: { primary: "#0f766e", background: "#f6faf9" },
      supportEmail: "help@northwind.example",
      privacyUrl: "https://northwind.example/privacy",
      imprintUrl: "https://northwind.example/imprint",
    });
    assert.equal(set.status, 200, set.text);
  });
  after(async () => {
    await browser?.close();
    await app?.stop();
    await mailbox?.close();
  });

  /** A PNG of a drawing, as the agency's media. */
  async function picture(svg: string): Promise<string> {
    const page = await browser.newPage();
    await page.setContent(`<body style="margin:0">${svg}</body>`);
    const bytes = await page.locator("svg").screenshot({ omitBackground: true });
    await page.close();
    const form = new FormData();
    form.set("file", new Blob([new Uint8Array(bytes)]), "drawing.png");
    const response = await fetch(`${app.url}/api/v1/media`, {
      method: "POST",
      headers: { authorization: `Bearer ${agency.key}` },
      body: form,
    });
    return ((await response.json()) as { id: string }).id;
  }

  async function open(options: { viewport?: typeof desktop; dark?: boolean } = {}): Promise<{ page: Page; context: BrowserContext }> {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: options.viewport ?? desktop,
      colorScheme: options.dark === true ? "dark" : "light",
    });
    const page = await context.newPage();
    page.setDefaultTimeout(pageMsMax);
    page.on("console", (line) => {
      // A refused form gets its status, which the browser logs.
      if (line.type() === "error" && !/status of 4\d\d/.test(line.text())) complaints.push(line.text());
    });
    page.on("request", (request) => {
      if (![origin, app.url].includes(new URL(request.url()).origin) && !request.url().startsWith("data:"))
        complaints.push(`asked ${request.url()}`);
    });
    return { page, context };
  }

  async function shoot(page: Page, name: string, fullPage = false) {
    if (shots !== undefined) await page.screenshot({ path: join(shots, `${name}.png`), fullPage });
  }

  /** Nothing is wider than the window, each input has a label, and there is one main heading. */
  async function assertPageLayout(page: Page) {
    const html = await page.content();
    assert.equal(html.match(/<h1/g)?.length, 1);
    for (const input of await page.locator("input:not([type=hidden]), select, textarea").all()) {
      const id = await input.getAttribute("id");
      assert.equal(await page.locator(`label[for="${id}"]`).count(), 1, `${id} has a label`);
    }
    const width = page.viewportSize()?.width as number;
    for (const part of await page.locator("main *").all()) {
      const box = await part.boundingBox();
      if (box !== null && box.x > -1000 && box.width > 1)
        assert.ok(
          box.x + box.width <= width + 1,
          `${await part.evaluate((e) => e.outerHTML.slice(0, 80)).catch(() => "a part")} is too wide`,
        );
    }
  }

  it("a landing page shows its blocks in the brand, and its form works", async () => {
    const form = (
      await agency.api.post(`${base}/signup-forms`, {
        slug: "talk",
        title: "Talk to us",
        intro: "We answer within a day.",
        fields: [
          { key: "name", label: "Your name", type: "text", required: true },
          { key: "email", label: "E-mail", type: "email", required: true },
          { key: "phone", label: "Phone", type: "phone", help: "With the country, such as +44 7700 900123." },
          { key: "topic", label: "What is it about?", type: "select", options: ["A new inbox", "Support"] },
          { key: "words", label: "Your message", type: "textarea" },
        ],
        consentText: "I agree that Northwind keeps what I write here to answer me.",
        target: { kind: "create_contact", tags: ["web"] },
      })
    ).body;
    const mediaId = await picture(
      '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="480"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="#0f766e"/><stop offset="1" stop-color="#99f6e4"/></linearGradient></defs><rect width="1200" height="480" fill="url(#g)"/><circle cx="950" cy="240" r="150" fill="#fff" opacity=".25"/></svg>',
    );
    const made = await agency.api.post(`${base}/landing-pages`, {
      slug: "welcome",
      title: "Messages that get answered",
      description: "One inbox for every channel.",
      status: "published",
      blocks: [
        {
          type: "hero",
          heading: "Messages that get answered",
          text: "We set up one inbox for all your channels, and look after it. You look after your customers.",
          label: "Talk to us",
          url: "#form",
        },
        {
          type: "features",
          heading: "What you get",
          items: [
            { heading: "One inbox", text: "Every channel, every customer, one place." },
            { heading: "Set up in a day", text: "We connect your numbers and bring your contacts." },
            { heading: "People who care", text: "Somebody answers when you call." },
          ],
        },
        { type: "image", mediaId, alt: "A wide green field", caption: "Where we work." },
        { type: "text", heading: "How it goes", text: "You write to us. We talk.\n\nThen we set it up, and you start." },
        {
          type: "faq",
          heading: "Questions",
          items: [
            { heading: "What does it cost?", text: "The first month is free." },
            { heading: "May I leave?", text: "At any time." },
          ],
        },
        { type: "form", formId: form.id },
        {
          type: "cta",
          heading: "Rather read first?",
          text: "Our guide is short.",
          label: "Read the guide",
          url: "https://northwind.example/guide",
        },
      ],
    });
    assert.equal(made.status, 200, made.text);
    for (const [name, options] of [
      ["desktop", {}],
      ["desktop-dark", { dark: true }],
      ["phone", { viewport: phone }],
      ["phone-dark", { viewport: phone, dark: true }],
    ] as const) {
      const { page, context } = await open(options);
      await page.goto(`${origin}/p/welcome`);
      assert.equal(await page.title(), "Messages that get answered – Northwind");
      await assertPageLayout(page);
      await shoot(page, `landing-${name}`, true);
      await context.close();
    }

    const { page, context } = await open({ viewport: phone });
    await page.goto(`${origin}/p/welcome`);
    await page.getByLabel("E-mail").fill("nobody");
    await page.getByLabel("Your message").fill("Hello\nthere");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("Please check the marked fields below.").waitFor();
    await assertPageLayout(page);
    await shoot(page, "landing-form-errors", true);
    assert.equal(await page.getByLabel("Your message").inputValue(), "Hello\nthere");
    await page.getByText("Please enter an e-mail address").waitFor();
    app.clock.advance(3_000);
    await page.getByLabel("Your name").fill("Ada");
    await page.getByLabel("E-mail").fill("ada@people.test");
    await page.getByLabel("What is it about?").selectOption("Support");
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("Thank you. We have received your message.").waitFor();
    await shoot(page, "landing-thanks");
    const { data } = (await agency.api.get(`${base}/form-submissions?formId=${form.id}`)).body;
    assert.deepEqual([data.length, data[0].status], [1, "processed"]);
    await context.close();
  });

  /** The mail's link as the browser follows it, on the agency's host. */
  const linkOf = (email: string) => String(/http:\S+\?token=\S+/.exec(mailbox.last(email).text)?.[0]).replace(app.url, origin);

  async function invite(email: string, role = "agent"): Promise<TestTenant> {
    const tenant = await app.tenant();
    await tenant.api.patch("/api/v1/organization", { name: "Harbour Bakery" });
    assert.equal((await tenant.api.post("/api/v1/invitations", { email, role })).status, 200);
    await app.drain();
    return tenant;
  }
  const password = "correct horse battery";

  it("an invitation is accepted with a name and a password, and ends signed in", async () => {
    const email = `${word()}@people.test`;
    const tenant = await invite(email);
    const { page, context } = await open();
    const link = linkOf(email);
    await page.goto(link);
    assert.equal(page.url(), `${origin}/accept-invitation`, "the secret is out of the address");
    await page.getByRole("heading", { name: "Join Harbour Bakery" }).waitFor();
    await assertPageLayout(page);
    await shoot(page, "invitation-desktop");
    await page.getByLabel("Password").fill("short");
    await page.getByRole("button", { name: "Join" }).click();
    await page.getByText("at least 8 characters", { exact: false }).first().waitFor();
    await shoot(page, "invitation-errors");
    await page.getByLabel("Your name").fill("Grace Hopper");
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Join" }).click();
    await page.getByRole("heading", { name: "You have joined Harbour Bakery" }).waitFor();
    await assertPageLayout(page);
    await shoot(page, "signed-in-desktop");
    const { data } = (await tenant.api.get("/api/v1/members")).body;
    assert.ok(data.some((one: { email: string; name: string }) => one.email === email && one.name === "Grace Hopper"));
    const cookies = await context.cookies();
    const session = cookies.find(({ name }) => name === "svc_session");
    assert.deepEqual([session?.httpOnly, session?.sameSite], [true, "Lax"]);
    assert.ok(!cookies.some(({ name }) => name === "svc_invitation"));
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await page.goto(link);
    await page.getByText("This link is no longer valid").waitFor();
    await shoot(page, "link-over");
    await context.close();
  });

  it("a person with an account joins by signing in, but not with a wrong password", async () => {
    const own = await app.tenant();
    const person = await app.person(own.id, { role: "agent" });
    await invite(person.email, "supervisor");
    const { page, context } = await open({ viewport: phone });
    await page.goto(linkOf(person.email));
    await page.getByText("You already have an account").waitFor();
    await assertPageLayout(page);
    await shoot(page, "invitation-existing-phone");
    await page.getByLabel("Password").fill("not my password");
    await page.getByRole("button", { name: "Sign in and join" }).click();
    await page.getByText("This is not valid.").waitFor();
    await shoot(page, "invitation-wrong-password-phone");
    await page.getByLabel("Password").fill(person.password);
    await page.getByRole("button", { name: "Sign in and join" }).click();
    await page.getByRole("heading", { name: "You have joined Harbour Bakery" }).waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await shoot(page, "sign-in-phone");
    await context.close();
  });

  it("a forgotten password is reset, and the new one signs in", async () => {
    const own = await app.tenant();
    const person = await app.person(own.id, { role: "owner", name: "Ada Lovelace" });
    const { page, context } = await open({ viewport: phone, dark: true });
    await page.goto(`${origin}/forgot-password`);
    await page.getByLabel("E-mail").fill(person.email);
    await page.getByRole("button", { name: "Send the link" }).click();
    await page.getByRole("heading", { name: "Check your e-mail" }).waitFor();
    await shoot(page, "forgot-sent-phone-dark");
    await app.drain();
    await page.goto(linkOf(person.email));
    await page.getByRole("heading", { name: "Choose a new password" }).waitFor();
    await assertPageLayout(page);
    await shoot(page, "reset-phone-dark");
    await page.getByLabel("New password").fill(password);
    await page.getByRole("button", { name: "Set the password" }).click();
    await page.getByRole("heading", { name: "Your new password is set" }).waitFor();
    await shoot(page, "reset-done-phone-dark");
    await context.close();
  });

  for (const [name, viewport] of [
    ["desktop", desktop],
    ["phone", phone],
  ] as const) {
    it(`an address is confirmed and changed, and an expired link leads to a new one (${name})`, async () => {
      const own = await app.tenant();
      const person = await app.person(own.id, { role: "owner", name: "Ada Lovelace" });
      const { page, context } = await open({ viewport });
      await page.goto(`${origin}/sign-in`);
      await page.getByLabel("E-mail").fill(person.email);
      await page.getByLabel("Password").fill(person.password);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByText("Your address is not confirmed yet").waitFor();
      await assertPageLayout(page);
      await shoot(page, `email-unconfirmed-${name}`);
      await page.getByRole("link", { name: "request a new link" }).click();
      assert.equal(await page.getByLabel("E-mail").inputValue(), person.email);
      await assertPageLayout(page);
      await shoot(page, `email-resend-${name}`);
      await page.getByRole("button", { name: "Send the link" }).click();
      await page.getByRole("heading", { name: "Check your e-mail" }).waitFor();
      await shoot(page, `email-sent-${name}`);
      await app.drain();
      const link = linkOf(person.email);
      await page.goto(link);
      await page.getByRole("button", { name: "Confirm the address" }).waitFor();
      await assertPageLayout(page);
      await shoot(page, `email-confirm-${name}`);
      await page.getByRole("button", { name: "Confirm the address" }).click();
      await page.getByRole("heading", { name: "Your e-mail address is confirmed" }).waitFor();
      await shoot(page, `email-confirmed-${name}`);
      await page.goto(link);
      await page.getByRole("heading", { name: "This address is already confirmed" }).waitFor();
      await assertPageLayout(page);
      await shoot(page, `email-already-${name}`);

      const email = `${word()}.a.rather.long.name@northwind-traders.example`;
      await person.api.post("/api/v1/auth/email/change", { email, password: person.password });
      await app.drain();
      await page.goto(linkOf(email));
      await page.getByRole("heading", { name: "Confirm your new e-mail address" }).waitFor();
      await assertPageLayout(page);
      await shoot(page, `email-change-${name}`);
      await page.getByRole("button", { name: "Use the new address" }).click();
      await page.getByRole("heading", { name: "Your new e-mail address is active" }).waitFor();
      await page.getByText(email).waitFor();
      await assertPageLayout(page);
      await shoot(page, `email-changed-${name}`);
      await page.getByRole("button", { name: "Sign out" }).click();

      const taken = `${word()}@northwind.example`;
      await person.api.post("/api/v1/auth/email/change", { email: taken, password: person.password });
      await app.drain();
      await page.goto(linkOf(taken));
      await page.getByRole("button", { name: "Use the new address" }).waitFor();
      assert.ok(!(await page.content()).includes(email), "whoever has the link learns nothing of the account");
      await page.getByLabel("Password").fill("not it at all");
      await page.getByRole("button", { name: "Use the new address" }).click();
      await page.getByText("This is not valid.").waitFor();
      await assertPageLayout(page);
      await shoot(page, `email-change-password-${name}`);
      await page.getByLabel("Password").fill(person.password);
      await app.app.tenants.createUser({ email: taken, password, tenantId: own.id, role: "agent" });
      await page.getByRole("button", { name: "Use the new address" }).click();
      await page.getByRole("heading", { name: "This address is already in use" }).waitFor();
      await assertPageLayout(page);
      await shoot(page, `email-taken-${name}`);
      await page.goto(`${origin}/confirm-email?token=nothing`);
      await page.getByRole("link", { name: "Request a new link" }).waitFor();
      await assertPageLayout(page);
      await shoot(page, `email-over-${name}`);
      await context.close();
    });
  }

  it("and no external request was made, nor any error reported", () => {
    assert.deepEqual(complaints, []);
  });
});
