/** Two people of an agency act in the same client, one after the other, in the same browser. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import type { TestPerson } from "@parley/server/test/harness.ts";
import { ok } from "@parley/server/test/responses.ts";
import { type AgencyStage, setAgencyStage } from "@parley/server/test/stages/agency-stage.ts";
import { type Stage, startStage, withoutBrowser } from "../../../test/stage.ts";

/** In the page: whether the browser's own database has it. */
function storesDraft(text: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("dashboard");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const drafts = opening.result.transaction("drafts").objectStore("drafts").getAll();
      drafts.onsuccess = () => {
        opening.result.close();
        resolve(drafts.result.some((draft) => JSON.stringify(draft).includes(text)));
      };
    };
  });
}

describe("two people of an agency in one client", { skip: withoutBrowser }, () => {
  let stage: Stage;
  let agency: AgencyStage;
  before(async () => {
    stage = await startStage();
    agency = await setAgencyStage(stage.t, stage.tenant);
    await agency.grant();
  });
  after(() => stage?.stop());

  it("what one has typed, or not sent yet, is neither shown to the other nor sent by them", async () => {
    const [noor, bo] = (await Promise.all(
      ["Noor Khalid", "Bo Larsen"].map((name) => stage.t.person(agency.agency.id, { role: "admin", name })),
    )) as [TestPerson, TestPerson];
    const { id: clientId } = (await stage.tenant.api.get("/api/v1/organization")).body;
    for (const { api } of [noor, bo]) await ok(api.post("/api/v1/auth/session/client", { clientId }));
    const customer = await stage.channels.chatApp.customer(0);
    await customer.write("Is the tent in stock?");

    const first = await stage.open({ as: noor, path: "/inbox/all" });
    await first.getByRole("row", { name: /tent in stock/ }).click();
    await first.getByRole("log").getByText("Is the tent in stock?").waitFor();
    const field = first.getByRole("textbox", { name: "Reply" });
    await first.context().setOffline(true);
    await field.fill("Noor's answer");
    await first.keyboard.press("Enter");
    await first.locator(".bubble.pending", { hasText: "Noor's answer" }).waitFor();
    await field.fill("Noor's draft");
    const { pathname } = new URL(first.url());
    const context = first.context();
    await eventually("the draft is stored", () => first.evaluate(storesDraft, "Noor's draft"));
    await first.close();
    await context.setOffline(false);

    const cookieOf = (person: TestPerson) => {
      const at = person.cookie.indexOf("=");
      return {
        ...{ name: person.cookie.slice(0, at), value: person.cookie.slice(at + 1), url: stage.url },
        ...({ httpOnly: true, sameSite: "Lax" } as const),
      };
    };
    await context.addCookies([cookieOf(bo)]);
    const second = await stage.open({ sameBrowserAs: first, path: pathname });
    await second.getByRole("log").getByText("Is the tent in stock?").waitFor();
    const reply = second.getByRole("textbox", { name: "Reply" });
    assert.equal(await reply.inputValue(), "");
    await reply.fill("Bo's answer");
    await second.keyboard.press("Enter");
    await customer.shows("Bo's answer", ({ text }) => text === "Bo's answer");
    assert.equal(await second.getByText("Noor's").count(), 0);
    const textsSent = async () => (await customer.messages()).filter(({ from }) => from === "business").map(({ text }) => text);
    assert.deepEqual(await textsSent(), ["Bo's answer"]);
    await second.close();

    await context.addCookies([cookieOf(noor)]);
    const again = await stage.open({ sameBrowserAs: first, path: pathname });
    await customer.shows("Noor's answer", ({ text }) => text === "Noor's answer");
    await again.getByRole("log").getByText("Noor's answer").waitFor();
    const draft = again.getByRole("textbox", { name: "Reply" });
    await eventually("the draft is there", async () => (await draft.inputValue()) === "Noor's draft");
    await context.close();
  });
});
