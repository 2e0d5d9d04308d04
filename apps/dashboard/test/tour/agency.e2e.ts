/** The tour of what only agencies have: axe, overflow and untranslated texts of every part and dialog. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { TestPerson } from "@parley/server/test/harness.ts";
import { type Stage, startStage, withoutBrowser } from "../stage.ts";
import { type AgencyIds, agencyPlaces } from "./places/agency.ts";
import { tour, type Way } from "./visiting.ts";

const base = "/api/v1/agencies/current";
const way = (size: Way["size"], language: Way["language"]): Way => ({
  ...{ size, language },
  looks: { light: `${size}-${language}-light`, dark: `${size}-${language}-dark` },
});

describe("a tour of an agency", { skip: withoutBrowser }, () => {
  let stage: Stage;
  let owner: TestPerson;
  let ids: AgencyIds;
  before(async () => {
    stage = await startStage();
    const { id, api } = await stage.t.tenant({ kind: "agency" });
    owner = await stage.t.person(id, { role: "owner", name: "Noor Khalid" });
    const made = async (path: string, body: object) => {
      const response = await api.post(path, body);
      assert.equal(response.status, 200, response.text);
      return response.body;
    };
    const client = await made(`${base}/clients`, {
      name: "Tidepool Home",
      ownerEmail: "ines@tidepool.example",
      reference: "TH-001",
      grant: { scopes: ["contacts:read", "contacts:write", "labels:read", "labels:write"] },
    });
    await api.put(`${base}/clients/${client.id}/entitlements`, { seats: 1, contacts: 2_000 });
    await made(`${base}/link-requests`, { organization: "owner@ember.example", scopes: ["contacts:read"] });
    await made(`${base}/domains`, { hostname: "inbox.brightwater.example" });
    const form = await made(`${base}/signup-forms`, {
      slug: "early-access",
      title: "Early access",
      fields: [{ key: "email", label: "Work email", type: "email", required: true }],
      target: { kind: "create_contact" },
    });
    const { token } = (await api.get(`/api/v1/public/signup-forms/${form.publicKey}`)).body;
    stage.advance(5_000);
    await made(`/api/v1/public/signup-forms/${form.publicKey}`, { token, answers: { email: "rowan@achterberg.example" } });
    const [submission] = (await api.get(`${base}/form-submissions`)).body.data;
    const page = await made(`${base}/landing-pages`, {
      slug: "trade",
      title: "Trade counter",
      blocks: [
        { type: "hero", heading: "Wood that lasts", text: "At the price of the trade." },
        { type: "features", items: [{ heading: "Ten minutes", text: "to a quote" }] },
        { type: "form", formId: form.id },
      ],
    });
    await made("/api/v1/labels", { name: "vip" });
    await made(`${base}/snapshots`, { name: "Shop", snapshot: { version: 1, parts: { labels: [{ name: "vip" }] } } });
    ids = { client: client.id, page: page.id, form: form.id, submission: submission.id };
  });
  after(() => stage?.stop());

  for (const [size, language] of [
    ["desktop", "en"],
    ["phone", "en"],
    ["desktop", "ar"],
  ] as const)
    it(`${size}, ${language}, light and dark`, async () => {
      assert.deepEqual((await tour(stage, { owner }, agencyPlaces(ids), way(size, language))).problems, []);
    });
});
