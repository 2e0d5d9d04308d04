/** An agent's day in the inbox, with a customer on the other side. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { openThread } from "../../../test/open-thread.ts";
import { type Stage, startStage, withoutBrowser } from "../../../test/stage.ts";

describe("the inbox", { skip: withoutBrowser }, () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage();
  });
  after(() => stage?.stop());

  it("a message arrives live, is answered by keyboard alone, and its ticks change", async () => {
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    const customer = await stage.channels.chatApp.customer(0);
    await customer.write("Is the oak one back in stock?");
    const row = page.getByRole("row", { name: /Is the oak one back in stock/ });
    await row.waitFor();
    await page.keyboard.press("j");
    const thread = page.getByRole("log");
    await thread.getByText("Is the oak one back in stock?").waitFor();
    await page.keyboard.press("r");
    await page.keyboard.type("Since this morning. Shall I keep one?");
    await page.keyboard.press("Enter");
    const answer = thread.getByRole("article").filter({ hasText: "Since this morning" });
    await answer.getByRole("img", { name: /^(?:Delivered|Read)$/ }).waitFor();
    assert.equal(await answer.count(), 1, "the waiting message gives way to the server's");
    assert.equal(await page.getByRole("textbox", { name: "Reply" }).inputValue(), "", "what was sent is not typed any more");
    await page.axe();
    await page.shoot("inbox-thread");
    await page.setAppearance({ theme: "dark" });
    await page.locator("html[data-theme=dark]").waitFor();
    await page.axe();
    await page.shoot("inbox-thread-dark");
    await page.context().close();
  });

  it("a reply shows what it quotes at once, also before the server has it", async () => {
    const customer = await stage.channels.chatApp.customer(0);
    await customer.write("Which one is the oak one?");
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    await openThread(page, "Which one is the oak one");
    const message = page.getByRole("article").filter({ hasText: "Which one is the oak one?" });
    await message.hover();
    await message.getByRole("button", { name: "Quote" }).click();
    await page.context().setOffline(true);
    await page.getByRole("textbox", { name: "Reply" }).fill("The left one");
    await page.keyboard.press("Enter");
    const answer = page.getByRole("article").filter({ hasText: "The left one" });
    await answer.getByRole("img", { name: "Waiting until you are back online" }).waitFor();
    assert.equal(await answer.locator(".quote").getByText("Which one is the oak one?").count(), 1, "while it waits");
    await page.context().setOffline(false);
    await answer.getByRole("img", { name: /^(?:Delivered|Read)$/ }).waitFor();
    assert.equal(await answer.locator(".quote").getByText("Which one is the oak one?").count(), 1, "when it was sent");
    await page.context().close();
  });

  it("typed text survives a reload; a note is not sent to the customer", async () => {
    const customer = await stage.channels.chatApp.customer(1);
    await customer.write("Hello there");
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    await page.getByRole("row", { name: /Hello there/ }).click();
    await page.getByRole("textbox", { name: "Reply" }).fill("Half a sent");
    await page.reload();
    await page.getByText("Hello there").first().waitFor();
    await page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>("textarea.txt")?.value === "Half a sent");
    await page.getByRole("tab", { name: "Note" }).click();
    await page.getByRole("textbox", { name: "Note" }).fill("Careful, she is in a hurry");
    await page.keyboard.press("Enter");
    await page.getByRole("article", { name: /note/ }).getByText("Careful, she is in a hurry").waitFor();
    await page.getByRole("tab", { name: "Reply" }).click();
    assert.equal(await page.getByRole("textbox", { name: "Reply" }).inputValue(), "Half a sent");
    await page.context().close();
  });

  it("two people answer at once: the second is asked before the customer is answered twice", async () => {
    const customer = await stage.channels.chatApp.customer(2);
    await customer.write("Who answers me?");
    const [first, second] = await Promise.all([
      stage.open({ as: "agent", path: "/inbox/all" }),
      stage.open({ as: "supervisor", path: "/inbox/all" }),
    ]);
    for (const page of [first, second]) {
      await page.getByRole("row", { name: /Who answers me/ }).click();
      await page.getByRole("log").getByText("Who answers me?").waitFor();
    }
    await second.getByRole("textbox", { name: "Reply" }).fill("I do");
    await first.getByRole("textbox", { name: "Reply" }).fill("Me");
    await first.keyboard.press("Enter");
    await second.getByRole("log").getByText("Me", { exact: true }).waitFor();
    await second.getByRole("textbox", { name: "Reply" }).press("Enter");
    await second
      .getByRole("alert")
      .getByText(/Somebody replied/)
      .waitFor();
    assert.equal(await second.getByRole("log").getByText("I do", { exact: true }).count(), 0, "nothing went out");
    await second.getByRole("button", { name: "Send mine too" }).click();
    await first.getByRole("log").getByText("I do", { exact: true }).waitFor();
    await Promise.all([first.context().close(), second.context().close()]);
  });

  it("a text started before another answer is held back, even after leaving it", async () => {
    const customer = await stage.channels.photoSocial.customer(1);
    await customer.write("Is anybody there?");
    const [first, second] = await Promise.all([
      stage.open({ as: "agent", path: "/inbox/all" }),
      stage.open({ as: "supervisor", path: "/inbox/all" }),
    ]);
    for (const page of [first, second]) {
      await page.getByRole("row", { name: /Is anybody there/ }).click();
      await page.getByRole("log").getByText("Is anybody there?").waitFor();
    }
    await second.getByRole("textbox", { name: "Reply" }).fill("I am");
    await second.getByRole("link", { name: "Contacts" }).first().click();
    await second.getByRole("log").waitFor({ state: "detached" });
    await first.getByRole("textbox", { name: "Reply" }).fill("We are");
    await first.keyboard.press("Enter");
    await customer.shows("the answer", ({ text }) => text === "We are");
    // Viewed, left and reopened: the text is still older than the answer.
    await second.goBack();
    await second.getByRole("log").getByText("We are", { exact: true }).waitFor();
    await second.getByRole("link", { name: "Contacts" }).first().click();
    await second.getByRole("log").waitFor({ state: "detached" });
    await second.goBack();
    await second.getByRole("log").getByText("We are", { exact: true }).waitFor();
    await second.waitForFunction(() => document.querySelector<HTMLTextAreaElement>("textarea.txt")?.value === "I am");
    await second.getByRole("textbox", { name: "Reply" }).press("Enter");
    await second
      .getByRole("alert")
      .getByText(/Somebody replied/)
      .waitFor();
    assert.equal(await second.getByRole("log").getByText("I am", { exact: true }).count(), 0, "nothing went out");
    await Promise.all([first.context().close(), second.context().close()]);
  });

  it("resolving removes it from the list, and can be undone", async () => {
    const customer = await stage.channels.chatApp.customer(3);
    await customer.write("Thanks, that fixed it");
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    const row = page.getByRole("row", { name: /Thanks, that fixed it/ });
    await row.click();
    await page.getByRole("log").getByText("Thanks, that fixed it").waitFor();
    await page.keyboard.press("e");
    await row.waitFor({ state: "detached" });
    await page.getByRole("button", { name: /Undo/ }).click();
    await row.waitFor();
    await page.context().close();
  });

  it("a viewer reads and cannot write", async () => {
    const customer = await stage.channels.chatApp.customer(4);
    await customer.write("Only to be read");
    const page = await stage.open({ as: "viewer", path: "/inbox/all" });
    await page.getByRole("row", { name: /Only to be read/ }).click();
    await page.getByRole("log").getByText("Only to be read").waitFor();
    assert.equal(await page.getByRole("textbox").count(), 0);
    assert.equal(await page.getByRole("button", { name: "Resolve" }).count(), 0);
    await page.context().close();
  });

  it("on a phone there is one pane at a time", async () => {
    const customer = await stage.channels.photoSocial.customer(0);
    await customer.write("From the tram");
    const page = await stage.open({ as: "agent", path: "/inbox/all", size: "phone" });
    await page.getByRole("row", { name: /From the tram/ }).click();
    await page.getByRole("log").getByText("From the tram").waitFor();
    assert.equal(await page.getByRole("grid", { name: "All" }).isVisible(), false);
    await page.shoot("inbox-phone-thread");
    await page.axe();
    await page.getByRole("link", { name: "Back to the list" }).click();
    await page.getByRole("grid", { name: "All" }).waitFor();
    await page.shoot("inbox-phone-list");
    await page.context().close();
  });
});
