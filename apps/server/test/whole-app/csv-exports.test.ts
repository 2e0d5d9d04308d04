/**
 * Every CSV file, containing texts that a spreadsheet would treat as formulas. The list comes from the API document: a new route that
 * returns a file is either covered here or listed as not CSV.
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { parse } from "csv-parse/sync";
import { type BroadcastStage, setBroadcastStage } from "../broadcasts.ts";
import { makeFlow } from "../flows.ts";
import { startTestApp, type TestApp, type TestTenant } from "../harness.ts";
import { allOperationsOf } from "../routes/route-operations.ts";

let t: TestApp;
let stage: BroadcastStage;
let platform: TestTenant;

before(async () => {
  t = await startTestApp();
  stage = await setBroadcastStage(t);
  platform = await t.tenant({ kind: "platform" });
});
after(() => t?.stop());

const signs = [..."=+-@\t\r\n＝＋－＠"];
/** A leading sign that makes a formula; a plain signed number is its own value. */
const isFormula = (cell: string) => /^[=+\-@\t\r\n＝＋－＠]/.test(cell) && !/^[+-]?\d+(\.\d+)?$/.test(cell);
const evil = (sign: string) => `${sign}HYPERLINK("https://evil.example")`;
/** What remains of them in names and the like, which are trimmed. */
const kept = signs.filter((sign) => sign.trim() !== "").map(evil);
const month = () => `since=${new Date(t.clock.now().getTime() - 20 * 86_400_000).toISOString()}`;

async function ok(asked: Promise<{ status: number; text: string; body: any }>): Promise<any> {
  const answer = await asked;
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

/** For each CSV route: puts formulas where it shows texts, and returns its address. `shows`: the minimum number of them in the file. */
const exports: Record<string, { shows: number; prepare(): Promise<string> }> = {
  "/api/v1/contacts/imports/sample.csv": { shows: 0, prepare: async () => "/api/v1/contacts/imports/sample.csv" },
  "/api/v1/contacts/imports/{id}/rows.csv": {
    shows: 0,
    async prepare() {
      const csv = `name,email,=cmd\n${kept.map((text, i) => `"${text.replaceAll('"', '""')}","${text.replaceAll('"', '""')}",${i}`).join("\n")}\n`;
      const { id } = await ok(stage.tenant.api.post("/api/v1/contacts/imports", { csv, dryRun: true }));
      await t.drain();
      return `/api/v1/contacts/imports/${id}/rows.csv`;
    },
  },
  "/api/v1/contacts/exports/{id}/file": {
    shows: kept.length * 2,
    async prepare() {
      for (const text of kept) {
        await ok(
          stage.tenant.api.post("/api/v1/contacts", {
            name: text,
            tags: [text],
            source: text,
            email: `${text.length}${kept.indexOf(text)}@x.test`,
          }),
        );
      }
      const { id } = await ok(stage.tenant.api.post("/api/v1/contacts/exports", {}));
      await t.drain();
      return `/api/v1/contacts/exports/${id}/file`;
    },
  },
  "/api/v1/broadcasts/{id}/recipients.csv": {
    shows: kept.length,
    async prepare() {
      const people = await stage.people(kept.length, (i) => ({ name: kept[i] }));
      const { id } = await stage.draft({ targetAudience: { contactIds: people.map((person) => person.id) } });
      await stage.verb(id, "send");
      await stage.until(id, "completed");
      return `/api/v1/broadcasts/${id}/recipients.csv`;
    },
  },
  "/api/v1/knowledge/faqs/export.csv": {
    shows: kept.length * 2,
    async prepare() {
      for (const text of kept) await ok(stage.tenant.api.post("/api/v1/knowledge/faqs", { question: text, answer: text }));
      return "/api/v1/knowledge/faqs/export.csv";
    },
  },
  "/api/v1/metrics/summary.csv": { shows: 0, prepare: async () => `/api/v1/metrics/summary.csv?${month()}` },
  "/api/v1/metrics/timeseries.csv": {
    shows: 0,
    prepare: async () => `/api/v1/metrics/timeseries.csv?metric=messages_received&interval=day&${month()}`,
  },
  "/api/v1/metrics/breakdown.csv": {
    shows: kept.length,
    async prepare() {
      for (const name of kept) {
        const channel = await t.channel(stage.tenant, { name });
        await t.simulator.customer("447700900771", "Ada").sendText(channel.externalId, "Hello");
      }
      await t.settle();
      return `/api/v1/metrics/breakdown.csv?metric=messages_received&by=channel&${month()}`;
    },
  },
  "/api/v1/billing/transactions.csv": {
    shows: kept.length,
    async prepare() {
      const { appId } = await ok(stage.tenant.api.get("/api/v1/billing/balance"));
      for (const reason of kept) await ok(platform.api.post(`/api/v1/admin/apps/${appId}/top-up`, { amount: 1, reason }));
      return "/api/v1/billing/transactions.csv";
    },
  },
  "/api/v1/flow-runs/summary.csv": {
    shows: kept.length,
    async prepare() {
      const contact = await ok(stage.tenant.api.post("/api/v1/contacts", { name: "Ada" }));
      for (const name of kept) {
        const flow = await makeFlow(stage.tenant, { type: "manual" }, [{ type: "add_tag", tag: "seen" }], { name });
        await ok(stage.tenant.api.post(`/api/v1/flows/${flow.id}/runs`, { contactId: contact.id }));
      }
      await t.drain();
      t.clock.advance(1_000);
      return `/api/v1/flow-runs/summary.csv?${month()}`;
    },
  },
  // Names of chatbots with turns are written like those of flows.
  "/api/v1/chatbot-turns/summary.csv": { shows: 0, prepare: async () => `/api/v1/chatbot-turns/summary.csv?${month()}` },
  "/api/v1/csat/summary.csv": { shows: 0, prepare: async () => "/api/v1/csat/summary.csv" },
};
/** Files that are not CSV. */
const others = [
  "/api/v1/calls/{id}/recording",
  "/api/v1/media/{id}",
  "/api/v1/privacy/requests/{id}/file",
  "/api/v1/organization/exports/{id}/file",
];

describe("a CSV file", () => {
  it("is every one in the API document, or is listed as something else", () => {
    const files = allOperationsOf(t.app.openapi)
      .filter(({ isContent }) => isContent)
      .map(({ path }) => `/api/v1${path}`);
    assert.deepEqual(files.sort(), [...Object.keys(exports), ...others].sort());
  });

  for (const [path, { shows, prepare }] of Object.entries(exports)) {
    it(`${path} has no cell that is a formula`, async () => {
      const response = await stage.tenant.api.get(await prepare());
      assert.equal(response.status, 200, response.text);
      assert.equal(response.headers.get("content-type"), "text/csv; charset=utf-8");
      const cells = (parse(response.text, { bom: true, relax_column_count: true }) as string[][]).flat();
      assert.ok(cells.length > 0);
      assert.deepEqual(cells.filter(isFormula), []);
      const shown = cells.filter((cell) => kept.some((text) => cell === `'${text}`));
      assert.ok(shown.length >= shows, `${shown.length} of ${shows} are shown: ${response.text.slice(0, 500)}`);
    });
  }
});
