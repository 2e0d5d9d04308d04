/**
 * Two people change one record: somebody has its form open while a colleague changes another of its fields. Saving sends only what was
 * typed, and both changes stay.
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Api, TestPerson } from "@parley/server/test/harness.ts";
import type { Locator, Request } from "playwright-core";
import { defaultWeek, fromSpans } from "../src/parts/hours/week.ts";
import { showsValue } from "./shows-value.ts";
import { type Stage, type StagePage, startStage, withoutBrowser } from "./stage.ts";

type Body = Readonly<Record<string, unknown>>;

interface Edit {
  /** The name of the record's form in a sentence. */
  of: string;
  /** The path and the body that create the record. */
  make: readonly [string, Body];
  /** The page that lists it, or shows the record whose id follows. */
  page: string;
  /** A viewer has no access to the page. */
  isHidden?: true;
  /** By default the button "Edit …" of the row with this name. */
  open: string | ((page: StagePage) => Promise<void>);
  /** What somebody types or selects. */
  type(dialog: Locator, page: StagePage): Promise<void>;
  /** The body to be sent. */
  sent: Body;
  /** The colleague's change. */
  meanwhile: Body;
}

const textbox = (name: string, value: string) => (form: Locator) => form.getByRole("textbox", { name: new RegExp(`^${name}`) }).fill(value);
const rules = (tag: string) => ({ match: "all", rules: [{ field: "tags", op: "has_any", value: [tag] }] });

const edits: readonly Edit[] = [
  {
    ...{ of: "a canned reply", page: "/settings/canned-replies", open: "Opening hours" },
    make: ["/canned-replies", { title: "Opening hours", shortcut: "hours", content: "From nine to five." }],
    ...{ type: textbox("Text", "From ten to six."), sent: { content: "From ten to six." }, meanwhile: { shortcut: "open" } },
  },
  {
    ...{ of: "a label", page: "/settings/labels", open: "Delivery" },
    make: ["/labels", { name: "Delivery", color: "#c0504d" }],
    ...{ type: textbox("Description", "On its way"), sent: { description: "On its way" } },
    // Not one of the colours that the form offers.
    meanwhile: { color: "#123456", name: "Deliveries" },
  },
  {
    ...{ of: "a macro", page: "/settings/macros", open: "Sent out" },
    make: ["/macros", { name: "Sent out", visibility: "shared", actions: [{ type: "add_note", text: "Given to the driver" }] }],
    ...{ type: textbox("Name", "Parcel sent"), sent: { name: "Parcel sent" } },
    meanwhile: { actions: [{ type: "set_status", status: "resolved" }] },
  },
  {
    ...{ of: "a service level", page: "/settings/service-levels", open: "Quick" },
    make: ["/sla-policies", { name: "Quick", targets: { urgent: { firstResponseMinutes: 15 } }, conditions: { labels: [] } }],
    type: async (dialog) => {
      await textbox("Name", "Quickest")(dialog);
      await dialog.getByText("Tickets", { exact: true }).click();
    },
    sent: { name: "Quickest", conditions: { appliesTo: ["conversations"] } },
    meanwhile: { targets: { urgent: { firstResponseMinutes: 30 } }, order: 4, conditions: { priorities: ["urgent"] } },
  },
  {
    ...{ of: "a division", page: "/settings/divisions", open: "Support" },
    make: ["/agents/divisions", { name: "Support", color: "#1f9d68" }],
    ...{ type: textbox("Description", "All day"), sent: { description: "All day" }, meanwhile: { name: "Help", color: "#8a5bc7" } },
  },
  {
    ...{ of: "a ticket category", page: "/settings/ticket-categories", open: "Repair" },
    make: ["/ticket-categories", { name: "Repair", description: "Broken things" }],
    ...{ type: textbox("Description", ""), sent: { description: null }, meanwhile: { name: "Repairs" } },
  },
  {
    ...{ of: "a contact field", page: "/settings/fields", open: "Size" },
    make: ["/contact-fields", { key: "size", label: "Size", type: "select", options: ["S", "M"] }],
    ...{ type: textbox("Name", "Shirt size"), sent: { label: "Shirt size" } },
    meanwhile: { options: ["S", "M", "L"], description: "Of the shirt", position: 7 },
  },
  {
    ...{ of: "a ticket field", page: "/settings/ticket-fields", open: "Serial number" },
    make: ["/ticket-fields", { key: "serialNumber", label: "Serial number", type: "text" }],
    ...{ type: textbox("Description", "On the back"), sent: { description: "On the back" }, meanwhile: { required: true } },
  },
  {
    ...{ of: "a FAQ", page: "/knowledge/answers", open: "When are you open?" },
    make: ["/knowledge/faqs", { question: "When are you open?", answer: "From nine to five.", status: "published" }],
    ...{ type: textbox("Answer", "From ten to six."), sent: { answer: "From ten to six." } },
    meanwhile: { alternatives: ["What are your hours?"], status: "draft" },
  },
  {
    ...{ of: "a category of the knowledge base", page: "/knowledge/categories", open: "Shipping" },
    make: ["/knowledge/categories", { name: "Shipping" }],
    ...{ type: textbox("Name", "Delivery"), sent: { name: "Delivery" }, meanwhile: { position: 3, description: "Parcels" } },
  },
  {
    ...{ of: "a segment", page: "/contacts/segments", open: "Important" },
    make: ["/segments", { name: "Important", rules: rules("vip") }],
    ...{ type: textbox("Name", "Most important"), sent: { name: "Most important" }, meanwhile: { rules: rules("trade") } },
  },
  {
    ...{ of: "a view", page: "/inbox/", open: (page) => page.getByRole("button", { name: "Edit view" }).click() },
    make: ["/views", { name: "Urgent", visibility: "shared", filters: { priority: "urgent" } }],
    ...{ type: textbox("Name", "Most urgent"), sent: { name: "Most urgent" } },
    meanwhile: { filters: { priority: "high" }, sort: "createdAt" },
  },
  {
    ...{ of: "a webhook", page: "/developers/webhooks/", open: (page) => menu(page, "More", "Edit webhook") },
    make: ["/webhooks", { url: "https://shop.example/hook", events: ["message.received"] }],
    ...{ type: textbox("Description", "For the shop"), sent: { description: "For the shop" } },
    meanwhile: { url: "https://shop.example/other", events: ["message.sent"], filter: [{ path: "message.type", op: "eq", value: "text" }] },
  },
  {
    ...{ of: "an AI key", page: "/settings/ai-keys", open: "Our key", isHidden: true },
    make: ["/ai/keys", { provider: "openai", name: "Our key", apiKey: "sk-0123456789abcdef" }],
    ...{ type: textbox("Name", "Main key"), sent: { name: "Main key" }, meanwhile: { models: ["small"], isActive: false } },
  },
  {
    ...{ of: "a flow's name", page: "/flows/", open: (page) => menu(page, /^Actions for/, "Name and description") },
    make: ["/flows", { name: "Welcome", trigger: { type: "message.received" }, steps: [{ type: "add_label", label: "new" }] }],
    ...{ type: textbox("Name", "Welcome again"), sent: { name: "Welcome again" }, meanwhile: { description: "For new people" } },
  },
];

async function menu(page: StagePage, trigger: string | RegExp, item: string) {
  await page.getByRole("button", { name: trigger }).first().click();
  await page.getByRole("menuitem", { name: item }).click();
}

/** A form that stays open on its page. */
interface PageForm extends Pick<Edit, "of" | "page" | "type" | "sent" | "meanwhile"> {
  at: string | ((owner: TestPerson) => string);
  /** The colleague's change in a field: its label, its value. */
  shown?: readonly [string, string];
  method?: "PATCH" | "PUT";
}

const pageForms: readonly PageForm[] = [
  {
    ...{ of: "the organization", page: "/settings/general", at: "/organization" },
    ...{ type: textbox("Close resolved tickets after", "9"), sent: { settings: { ticketAutoCloseDays: 9 } } },
    ...{ meanwhile: { name: "Northwind", settings: { optOutWords: ["no more"] } }, shown: ["Name", "Northwind"] },
  },
  {
    ...{ of: "the assignment", page: "/settings/assignment", at: "/agent-settings", method: "PUT" },
    ...{ type: textbox("Maximum open conversations", "12"), sent: { autoAssign: { maxPerAgent: 12 } } },
    shown: ["Hours during which", "30"],
    meanwhile: { autoAssign: { sticky: false, strategy: "least_busy" }, autoResolve: { afterMinutes: 90 }, reopenWindowHours: 30 },
  },
  {
    ...{ of: "the surveys", page: "/settings/satisfaction", at: "/agent-settings", method: "PUT" },
    ...{ type: textbox("Ask after", "25"), sent: { csat: { delayMinutes: 25 } }, meanwhile: { csat: { enabled: true } } },
  },
  {
    ...{ of: "the help with writing", page: "/settings/agent-assist", at: "/agent-settings", method: "PUT" },
    ...{ type: textbox("Tone and style", "Short."), sent: { assist: { instructions: "Short." } } },
    meanwhile: { assist: { models: [{ provider: null, model: "small" }] } },
  },
  {
    ...{ of: "one's own profile", page: "/settings/profile", at: ({ agentId }) => `/agents/${agentId}` },
    ...{ type: textbox("Signature", "Kind regards"), sent: { signature: "Kind regards" } },
    ...{ meanwhile: { name: "Olga Orlova", maxOpenConversations: 4 }, shown: ["Name", "Olga Orlova"] },
  },
  {
    ...{ of: "the retention", page: "/settings/privacy", at: "/organization/retention", method: "PUT" },
    ...{ type: textbox("Files", "400"), sent: { mediaDays: 400 }, meanwhile: { messagesDays: 900, eventsDays: 90 } },
    shown: ["Messages and notes", "900"],
  },
  {
    ...{ of: "the business hours", page: "/settings/business-hours", at: "/agent-settings", method: "PUT" },
    type: (form) => form.getByRole("switch", { name: "The team has business hours" }).press("Space"),
    sent: { businessHours: { timezone: "Europe/Berlin", weekly: fromSpans(defaultWeek()), holidays: [] } },
    meanwhile: { autoResolve: { afterMinutes: 120 } },
  },
];

describe("two people change a record at the same time", { skip: withoutBrowser }, () => {
  let stage: Stage;
  let page: StagePage;
  before(async () => {
    stage = await startStage();
    page = await stage.open({ as: "owner" });
  });
  after(() => stage?.stop());

  async function made(api: Api, path: string, body: Body): Promise<{ id: string }> {
    const response = await api.post(`/api/v1${path}`, body);
    assert.ok(response.status < 300, response.text);
    return response.body;
  }
  const pathOf = ({ page }: Pick<Edit, "page">, id: string) => (page.endsWith("/") ? page + id : page);

  async function openForm({ open }: Edit, on: StagePage): Promise<Locator> {
    if (typeof open === "string") await on.getByRole("button", { name: `Edit ${open}` }).click();
    else await open(on);
    const dialog = on.getByRole("dialog").last();
    await dialog.getByRole("button", { name: "Save", exact: true }).waitFor();
    return dialog;
  }

  /** Saves, and returns the bodies of the requests that change something. */
  async function save(on: StagePage, form: Locator, isDone: Promise<unknown>): Promise<unknown[]> {
    const bodies: unknown[] = [];
    const note = (request: Request) => {
      if (["PATCH", "PUT"].includes(request.method())) bodies.push(request.postDataJSON());
    };
    on.on("request", note);
    await form.getByRole("button", { name: "Save", exact: true }).click();
    await isDone;
    on.off("request", note);
    return bodies;
  }

  async function changeMeanwhile(api: Api, method: string, at: string, body: Body) {
    const response = await api.request(method, `/api/v1${at}`, {
      ...{ body: JSON.stringify(body), headers: { "content-type": "application/json" } },
    });
    assert.equal(response.status, 200, response.text);
  }

  async function assertBoth(api: Api, at: string, { sent, meanwhile }: Pick<Edit, "sent" | "meanwhile">) {
    const { body } = await api.get(`/api/v1${at}`);
    assert.partialDeepStrictEqual(body, meanwhile);
    assert.partialDeepStrictEqual(body, sent);
  }

  async function editBeside(edit: Edit, at: string, path: string, on: StagePage, api: Api) {
    await on.goto(new URL(path, stage.url).href);
    const dialog = await openForm(edit, on);
    await edit.type(dialog, on);
    await changeMeanwhile(api, "PATCH", at, edit.meanwhile);
    const bodies = await save(on, dialog, dialog.waitFor({ state: "detached" }));
    await assertBoth(api, at, edit);
    assert.deepEqual(bodies, [edit.sent]);
    await on.goto(new URL(path, stage.url).href);
    const unchanged = await openForm(
      {
        ...edit,
        ...(typeof edit.open === "string" ? { open: String({ ...edit.make[1], ...edit.meanwhile, ...edit.sent }[nameIn(edit)]) } : {}),
      },
      on,
    );
    assert.deepEqual(await save(on, unchanged, unchanged.waitFor({ state: "detached" })), [], "nothing was changed, so nothing is sent");
  }

  /** The field by whose value its row is named. */
  const nameIn = ({ make: [, body], open }: Edit) => Object.keys(body).find((field) => body[field] === open) ?? "";

  for (const edit of edits)
    it(`${edit.of}: saving leaves what a colleague has changed meanwhile`, async () => {
      const { id } = await made(stage.tenant.api, ...edit.make);
      await editBeside(edit, `${edit.make[0]}/${id}`, pathOf(edit, id), page, stage.tenant.api);
    });

  it("a stage: saving leaves what a colleague has changed meanwhile", async () => {
    const { api } = stage.tenant;
    const [pipeline] = (await api.get("/api/v1/pipelines")).body.data;
    const [stageOf] = pipeline.stages;
    const edit: Edit = {
      ...{ of: "a stage", make: ["", stageOf], page: "/settings/pipelines", open: stageOf.name },
      ...{ type: textbox("Name", "Fresh"), sent: { name: "Fresh" }, meanwhile: { winProbability: 33, color: "#123456" } },
    };
    const at = `/pipelines/${pipeline.id}/stages/${stageOf.id}`;
    await page.goto(new URL(edit.page, stage.url).href);
    const dialog = await openForm(edit, page);
    await edit.type(dialog, page);
    await changeMeanwhile(api, "PATCH", at, edit.meanwhile);
    const bodies = await save(page, dialog, dialog.waitFor({ state: "detached" }));
    const [saved] = (await api.get(`/api/v1/pipelines/${pipeline.id}`)).body.stages;
    assert.deepEqual([saved.name, saved.winProbability, saved.color], ["Fresh", 33, "#123456"]);
    assert.deepEqual(bodies, [edit.sent]);
  });

  it("an agent: saving leaves what a colleague has changed meanwhile", async () => {
    const { agentId } = stage.people.agent;
    const { id: division } = await made(stage.tenant.api, "/agents/divisions", { name: "Night shift" });
    const { name } = (await stage.tenant.api.get(`/api/v1/agents/${agentId}`)).body;
    const more = `More about ${name}`;
    const edit: Edit = {
      ...{ of: "an agent", make: ["", {}], page: "/settings/team", open: (on) => menu(on, more, "Edit") },
      ...{ type: textbox("Maximum open conversations", "7"), sent: { maxOpenConversations: 7 } },
      meanwhile: { divisionIds: [division], signature: "Kind regards" },
    };
    await editBeside(edit, `/agents/${agentId}`, edit.page, page, stage.tenant.api);
  });

  it("a sign-up form of an agency: saving leaves what a colleague has changed meanwhile", async () => {
    const agency = await stage.t.tenant({ kind: "agency" });
    const person = await stage.t.person(agency.id, { role: "owner", name: "Noor Khalid" });
    const own = await stage.open({ as: person });
    const base = "/agencies/current/signup-forms";
    const { id } = await made(agency.api, base, {
      ...{ slug: "early", title: "Early access", target: { kind: "create_contact", tags: ["early"] } },
      fields: [{ key: "email", label: "Email", type: "email", required: true }],
    });
    const edit: Edit = {
      ...{ of: "a form", make: [base, {}], page: "/agency/forms", open: (on) => on.getByRole("row", { name: /Early access/ }).click() },
      ...{ type: textbox("Introduction", "Be first."), sent: { intro: "Be first." } },
      meanwhile: { thankYouText: "Thanks!", active: false, target: { kind: "create_contact", tags: ["first"] } },
    };
    await editBeside(edit, `${base}/${id}`, edit.page, own, agency.api);
    await own.context().close();
  });

  for (const { of, page: path, at: where, method = "PATCH", ...form } of pageForms)
    it(`${of}: saving leaves what a colleague has changed meanwhile, and shows it`, async () => {
      const { api } = stage.tenant;
      const at = typeof where === "string" ? where : where(stage.people.owner);
      await page.goto(new URL(path, stage.url).href);
      const fields = page.locator("form", { has: page.getByRole("button", { name: "Save", exact: true }) });
      await form.type(fields, page);
      await changeMeanwhile(api, method, at, form.meanwhile);
      const saved = page.waitForResponse((response) => response.request().method() === method && response.ok());
      const bodies = await save(page, fields, saved);
      await assertBoth(api, at, form);
      assert.deepEqual(bodies, [form.sent]);
      // The form is now as it was saved: saving it again sends nothing.
      if (form.shown !== undefined) {
        const [label, value] = form.shown;
        await showsValue(fields.getByRole("textbox", { name: new RegExp(`^${label}`) }), value);
      }
      const toast = page.getByText("Saved", { exact: true });
      await toast.waitFor();
      await toast.waitFor({ state: "detached" });
      assert.deepEqual(await save(page, fields, toast.waitFor()), []);
      await assertBoth(api, at, form);
    });

  it("a viewer has no way to save them", async () => {
    const viewer = await stage.open({ as: "viewer" });
    for (const { of, page: path, make, isHidden } of edits) {
      if (path.endsWith("/") || isHidden) continue;
      await viewer.goto(new URL(path, stage.url).href);
      // One row is there, so its tools would be too.
      await viewer.getByRole("row").nth(1).waitFor();
      assert.equal(await viewer.getByRole("button", { name: /^(Edit|Delete|Save|New) ?/ }).count(), 0, `${of} ${make[0]}`);
    }
    await viewer.context().close();
  });
});
