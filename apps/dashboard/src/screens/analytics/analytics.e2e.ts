/**
 * Analytics: charts, tables and files show the API's numbers; period and filters are in the URL; by keyboard, on a phone, in a new
 * organization.
 */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import { type Stage, type StagePage, startStage, withoutBrowser } from "../../../test/stage.ts";

type Row = { local: string; value: number };

describe("analytics", { skip: withoutBrowser }, () => {
  let stage: Stage;
  const read = async (path: string) => {
    const response = await stage.tenant.api.get(`/api/v1/${path}`);
    assert.equal(response.status, 200, response.text);
    return response.body;
  };
  const card = (page: StagePage, name: string) => page.getByRole("region", { name, exact: true }).first();
  const cells = (page: StagePage, name: string) =>
    card(page, name)
      .locator("tbody tr")
      .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent)));
  /** A file's query, without its metric. */
  const questionOf = async (page: StagePage) => {
    const href = await page.getByRole("link", { name: "CSV: all metrics" }).getAttribute("href");
    return new URLSearchParams(href?.split("?")[1]);
  };
  const points = async (metric: string, question: URLSearchParams): Promise<Row[]> =>
    (await read(`metrics/timeseries?${question}&metric=${metric}&interval=day`)).points;

  before(async () => {
    stage = await startStage();
  });
  after(() => stage?.stop());

  it("explains in a new organization what will be shown here", async () => {
    const page = await stage.open({ as: "admin", path: "/inbox/mine" });
    await page.getByRole("link", { name: "Analytics" }).waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("a");
    await page.getByText("No data yet").waitFor();
    await page.getByRole("link", { name: "Connect a channel" }).waitFor();
    await page.axe();
    await page.shoot("analytics-new");
    await page.context().close();
  });

  it("tables and files show the API's numbers, and can be reached by keyboard alone", async () => {
    const amina = await stage.channels.chatApp.customer(0);
    const other = await stage.channels.photoSocial.customer(0);
    for (const text of ["Is it in stock?", "The blue one", "Hello?"]) await amina.write(text);
    for (const text of ["Hi", "Are you open on Sunday?"]) await other.write(text);
    const conversation = await eventually("the conversation", async () => {
      const { data } = await read("conversations");
      return data.find(({ channelId }: { channelId: string }) => channelId === stage.channels.chatApp.id);
    });
    const { agent } = stage.people;
    const taken = await agent.api.patch(`/api/v1/conversations/${conversation.id}`, { assigneeId: agent.agentId });
    assert.equal(taken.status, 200, taken.text);
    const sent = await agent.api.post("/api/v1/messages", {
      channelId: stage.channels.chatApp.id,
      to: amina.id,
      type: "text",
      text: "It is.",
    });
    assert.equal(sent.status, 200, sent.text);
    await amina.shows("the answer", ({ text }) => text === "It is.");
    const resolved = await agent.api.patch(`/api/v1/conversations/${conversation.id}`, { status: "resolved" });
    assert.equal(resolved.status, 200, resolved.text);
    await eventually("all is counted", async () => {
      const { metrics } = await read("metrics/summary");
      const of = (key: string) => metrics.find(({ metric }: { metric: string }) => metric === key).value;
      return (of("messages_received") === 5 && of("conversations_resolved") === 1) || null;
    });

    const page = await stage.open({ as: "admin", path: "/analytics/overview" });
    const messages = card(page, "Messages");
    const picture = messages.getByRole("img", { name: /Received: 5 in total/ });
    await picture.waitFor();
    await card(page, "When customers write").getByRole("img").waitFor();
    await card(page, "Team").getByText("Ada Agent").waitFor();
    await page.axe();
    await page.shoot("analytics");

    await messages.getByRole("slider", { name: "Messages, value by value" }).focus();
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowRight");
    const tip = messages.locator(".chart-tip");
    await tip.waitFor();
    assert.match((await tip.textContent()) ?? "", /Received5Sent1$/);
    await page.keyboard.press("ArrowLeft");
    assert.match((await tip.textContent()) ?? "", /Received0Sent0$/);
    await page.keyboard.press("Escape");
    await tip.waitFor({ state: "detached" });

    const view = messages.getByRole("radio", { name: "Chart" });
    await view.focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.waitForURL(/tables=messages/);
    const question = await questionOf(page);
    const [received, out] = [await points("messages_received", question), await points("messages_sent", question)];
    assert.equal(received.length, 30);
    assert.deepEqual(
      await cells(page, "Messages"),
      received.map(({ value }, at) => [String(value), String(out[at]?.value)]),
    );
    await page.axe();

    await messages.getByRole("button", { name: "CSV: Messages" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: "Received" }).click();
    const lines = (await readFile(await (await download).path(), "utf8")).trim().split(/\r?\n/);
    const [head, ...rows] = lines.map((line) => line.replace(/^\ufeff/, "").split(","));
    const at = (name: string) => head?.indexOf(name) ?? -1;
    assert.deepEqual(
      rows.map((row) => [row[at("local")], Number(row[at("value")])]),
      received.map(({ local, value }) => [local, value]),
    );

    // All charts at once, by a shortcut.
    await page.getByRole("menu").waitFor({ state: "detached" });
    await page.keyboard.press("t");
    await page.waitForURL((url) => !url.searchParams.has("tables"));
    await messages.getByRole("img").waitFor();
    await page.keyboard.press("t");
    await page.waitForURL(/tables=all/);
    const heat = await read(`metrics/breakdown?${question}&metric=messages_received&by=hour_of_week`);
    const shown = (await cells(page, "When customers write")).flat();
    assert.deepEqual(shown.map(Number).toSorted(), heat.groups.map(({ value }: Row) => value).toSorted());
    const channels = await read(`metrics/breakdown?${question}&metric=messages_received&by=channel`);
    const table = await card(page, "Channels").locator("tbody tr").allTextContents();
    for (const { name, value } of channels.groups)
      assert.ok(
        table.some((row) => row.startsWith(`${name}${value}`)),
        `${name} ${value} in ${table}`,
      );
    await page.shoot("analytics-tables", { full: true });
    await page.context().close();
  });

  it("period and filters are in the URL, take effect, and survive a reload", async () => {
    const page = await stage.open({ as: "admin", path: "/analytics/overview?tables=messages" });
    await card(page, "Messages").locator("tbody tr").nth(29).waitFor();
    await page.keyboard.press("p");
    const periods = page.getByRole("dialog", { name: "Period" });
    await page.axe({ within: "[role=dialog]" });
    await page.shoot("analytics-period");
    await periods.getByText("Last 7 days").click();
    await page.waitForURL(/period=7d/);
    await periods.waitFor({ state: "detached" });
    await page.keyboard.press("f");
    await page
      .getByRole("dialog", { name: "Filter" })
      .getByRole("button", { name: /Channel/ })
      .click();
    await page.getByRole("option", { name: "Photos" }).click();
    await page.waitForURL(new RegExp(`channelId=${stage.channels.photoSocial.id}`));
    await page.keyboard.press("Escape");
    const wanted = async () => {
      const question = await questionOf(page);
      assert.equal(question.get("channelId"), stage.channels.photoSocial.id);
      const received = await points("messages_received", question);
      assert.equal(received.length, 7);
      assert.equal(received.at(-1)?.value, 2);
      return received.map(({ value }) => String(value));
    };
    const numbers = async () => (await cells(page, "Messages")).map(([first]) => first);
    const first = await wanted();
    await eventually("the filtered numbers", async () => JSON.stringify(await numbers()) === JSON.stringify(first) || null);
    await page.reload();
    await card(page, "Messages").locator("tbody tr").nth(6).waitFor();
    assert.deepEqual(await numbers(), await wanted());
    await page.getByText("Channel: Photos").waitFor();

    // Started conversations cannot be filtered by agent, which is stated instead of showing no data.
    await page.goto(new URL(`/analytics/overview?assigneeId=${stage.people.agent.agentId}`, stage.url).href);
    await card(page, "Conversations").getByText("Not available with these filters").waitFor();
    // A reader would wait for a card that says it is busy.
    assert.equal(await card(page, "Conversations").getAttribute("aria-busy"), "false");
    await card(page, "Messages").getByRole("img").waitFor();
    await page.goto(new URL("/analytics/overview?since=2026-02-30&until=x&period=never&interval=hour", stage.url).href);
    await card(page, "Messages")
      .getByRole("img", { name: /Received: 5 in total/ })
      .waitFor();
    await page.context().close();
  });

  it("a viewer reads the metrics of people, of software and of the team, and cannot change anything", async () => {
    const flow = { name: "Greets", trigger: { type: "manual" }, steps: [{ type: "add_tag", tag: "greeted" }] };
    const made = await stage.tenant.api.post("/api/v1/flows", flow);
    assert.equal(made.status, 200, made.text);
    await stage.tenant.api.post(`/api/v1/flows/${made.body.id}/activate`);
    const [contact] = (await read("contacts")).data;
    const run = await stage.tenant.api.post(`/api/v1/flows/${made.body.id}/runs`, { contactId: contact.id });
    assert.equal(run.status, 200, run.text);
    await eventually("the flow has run", async () => (await read(`flow-runs/${run.body.id}`)).status === "completed" || null);
    const page = await stage.open({ as: "viewer", path: "/analytics/team" });
    const row = page.getByRole("row", { name: /Ada Agent/ });
    await row.waitFor();
    const question = await questionOf(page);
    const { groups } = await read(`metrics/breakdown?${question}&metric=messages_sent&by=assignee`);
    const { value } = groups.find(({ name }: { name: string }) => name === "Ada Agent");
    const shown = await row.locator("[role=rowheader], [role=gridcell]").allTextContents();
    assert.equal(shown[2], String(value));
    await page.axe();
    await page.shoot("analytics-team");
    for (const report of ["Service levels", "Satisfaction", "Chatbot", "Broadcasts", "Flows"]) {
      await page.getByRole("navigation", { name: "Analytics" }).getByRole("link", { name: report }).click();
      await page.locator(".chart-card[aria-busy=false]").nth(1).waitFor();
      await page.axe();
      await page.shoot(`analytics-${report.toLowerCase().replace(" ", "-")}`);
    }
    const runs = card(page, "Runs by flow");
    await runs.getByText("1", { exact: true }).waitFor();
    await runs.getByRole("radio", { name: "Table" }).click();
    const { flows } = await read("flow-runs/summary");
    assert.deepEqual(
      flows.map(({ name, runs }: { name: string; runs: number }) => [name, runs]),
      [["Greets", 1]],
    );
    const [counted] = await cells(page, "Runs by flow");
    assert.deepEqual(counted, ["1", "1", "0", "0", "0", "0", "0", "0"]);
    const file = await runs.getByRole("link", { name: "CSV: Runs by flow" }).getAttribute("href");
    assert.match((await stage.people.viewer.api.get(file ?? "")).text, /Greets,1,0,0,1,0,0,0,0/);
    await page.context().close();
  });

  it("fits a phone, from right to left, in the dark", async () => {
    const page = await stage.open({ as: "admin", path: "/analytics/overview", size: "phone", theme: "dark", language: "ar" });
    await page.locator(".chart-card .chart svg[role=img]").first().waitFor();
    await page.locator(".heat-cells").waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth), false);
    await page.axe();
    await page.shoot("analytics-phone-ar");
    await page.locator(".heat-cells").scrollIntoViewIfNeeded();
    await page.shoot("analytics-phone-ar-heat");
    await page.setAppearance({ size: "desktop" });
    await page.shoot("analytics-ar-dark");
    await page.context().close();
  });
});
