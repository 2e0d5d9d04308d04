/** Two team members in one conversation: each sees the other, and that they are typing. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import { type Stage, startStage, withoutBrowser } from "../../../test/stage.ts";

describe("presence in the inbox", { skip: withoutBrowser }, () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage();
  });
  after(() => stage?.stop());

  it("people who are viewing or typing are shown in the header, next to the composer and in the list, until they leave", async () => {
    const customer = await stage.channels.chatApp.customer(0);
    await customer.write("Who is there?");
    const { body } = await stage.people.agent.api.get("/api/v1/agents");
    const nameOf = (agentId: string) => body.data.find(({ id }: { id: string }) => id === agentId).name as string;
    const [agentName, supervisorName] = [nameOf(stage.people.agent.agentId), nameOf(stage.people.supervisor.agentId)];
    const [first, second, third] = await Promise.all([
      stage.open({ as: "agent", path: "/inbox/all" }),
      stage.open({ as: "supervisor", path: "/inbox/all" }),
      stage.open({ as: "viewer", path: "/inbox/all" }),
    ]);
    for (const page of [first, second]) {
      await page.getByRole("row", { name: /Who is there/ }).click();
      await page.getByRole("log").getByText("Who is there?").waitFor();
    }
    const head = second.getByRole("region", { name: /^Conversation with/ }).locator("header");
    await head.getByRole("img", { name: `${agentName} is viewing` }).waitFor();
    await first
      .getByRole("img", { name: `${supervisorName} is viewing` })
      .first()
      .waitFor();
    assert.equal(await first.getByRole("img", { name: `${agentName} is viewing` }).count(), 0, "nobody sees themselves");

    await first.getByRole("textbox", { name: "Reply" }).pressSequentially("I am");
    await second.getByRole("status").getByText(`${agentName} is writing`).waitFor();
    const shown = () =>
      stage.t.simulator.calls.filter(({ body: sent }) => (sent as { typing_indicator?: unknown } | null)?.typing_indicator !== undefined);
    await eventually("the customer's phone shows that somebody writes", () => shown().length > 0);
    await first.getByRole("textbox", { name: "Reply" }).pressSequentially(" here");
    assert.equal(shown().length, 1, "once for a while, not with each key");
    await third
      .getByRole("row", { name: /Who is there/ })
      .getByRole("img", { name: new RegExp(`${agentName} is writing`) })
      .waitFor();
    await second.shoot("inbox-presence");
    await second.axe();
    await second.setAppearance({ theme: "dark", dir: "rtl" });
    await second.axe();
    await second.shoot("inbox-presence-dark-rtl");
    await second.setAppearance({ theme: "light", dir: "ltr", size: "phone" });
    await second.axe();
    await second.shoot("inbox-presence-phone");
    await second.setAppearance({ size: "desktop" });
    await first.getByRole("textbox", { name: "Reply" }).fill("");
    await second.getByRole("status").getByText(`${agentName} is writing`).waitFor({ state: "detached" });
    const { body: presence } = await stage.people.supervisor.api.get("/api/v1/conversations/presence");
    assert.deepEqual(
      presence.data.map(({ agentId, state }: { agentId: string; state: string }) => `${agentId} ${state}`).sort(),
      [`${stage.people.agent.agentId} viewing`, `${stage.people.supervisor.agentId} viewing`].sort(),
    );

    await first.getByRole("link", { name: "Contacts" }).first().click();
    await head.getByRole("img", { name: `${agentName} is viewing` }).waitFor({ state: "detached" });
    for (const page of [first, second, third]) await page.context().close();
  });

  it("people without access to the conversation get no presence of it", async () => {
    const { agent, supervisor } = stage.people;
    const customer = await stage.channels.chatApp.customer(1);
    await customer.write("For the supervisor alone");
    const mine = await eventually("the conversation is there", async () => {
      const { data } = (await supervisor.api.get("/api/v1/conversations")).body;
      return data.find(({ lastMessage }: { lastMessage: { preview: string } }) => lastMessage.preview === "For the supervisor alone");
    });
    await supervisor.api.patch(`/api/v1/conversations/${mine.id}`, { assigneeId: supervisor.agentId });
    const set = (visibility: string) =>
      stage.people.owner.api.request("PUT", "/api/v1/agent-settings", { body: JSON.stringify({ visibility }) });
    assert.equal((await set("assigned")).status, 200);
    try {
      const page = await stage.open({ as: "supervisor", path: `/inbox/all/${mine.id}` });
      const said = page.waitForResponse(
        (response) => response.url().endsWith(`/${mine.id}/presence`) && response.request().method() === "PUT",
      );
      await page.getByRole("log").getByText("For the supervisor alone").waitFor();
      assert.equal((await said).status(), 200);
      assert.deepEqual((await agent.api.get("/api/v1/conversations/presence")).body.data, []);
      // A person who viewed another conversation a moment ago may still be listed there.
      const { data } = (await supervisor.api.get("/api/v1/conversations/presence")).body;
      assert.equal(data.filter(({ conversationId }: { conversationId: string }) => conversationId === mine.id).length, 1);
      await page.context().close();
    } finally {
      await set("all");
    }
  });
});
