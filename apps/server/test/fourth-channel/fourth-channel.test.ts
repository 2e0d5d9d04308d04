import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, it } from "node:test";
import { createOutboundClient } from "../../src/platform/outbound-http/client.ts";
import { createOutboundGuard } from "../../src/platform/outbound-http/guard.ts";
import { createProviderHttp } from "../../src/platform/provider-http/provider-http.ts";
import { startTestApp, type TestApp, type TestTenant } from "../harness.ts";
import { bulletin } from "./bulletin.ts";

const signingSecret = "a board's secret";

describe("a fourth channel, written following docs/guides/add-a-channel.md", () => {
  let t: TestApp;
  let board: Server;
  let tenant: TestTenant;
  let channel: { id: string; callbackPath: string };
  const posted: { path: string; token: string; body: any }[] = [];
  const outbound = createOutboundClient({ guard: createOutboundGuard({ allow: "" }) });

  before(async () => {
    board = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      posted.push({
        path: request.url ?? "",
        token: request.headers.authorization ?? "",
        body: JSON.parse(Buffer.concat(chunks).toString()),
      });
      response.end(JSON.stringify({ id: `answer-${posted.length}` }));
    });
    await new Promise<void>((resolve) => board.listen(0, "127.0.0.1", resolve));
    const http = createProviderHttp(`http://127.0.0.1:${(board.address() as AddressInfo).port}`, { outbound });
    t = await startTestApp({
      connectors: [{ connector: bulletin, http, sharedSecret: undefined, sharedVerifyToken: undefined, app: null }],
    });
    tenant = await t.tenant();
    const made = await tenant.api.post("/api/v1/channels", {
      kind: "bulletin",
      name: "The board",
      config: { room: "lobby", token: "board-token", signingSecret },
    });
    assert.equal(made.status, 200, made.text);
    channel = made.body;
  });
  after(async () => {
    await t.stop();
    await outbound.close();
    board.closeAllConnections();
    await new Promise((resolve) => board.close(resolve));
  });

  async function write(notes: unknown): Promise<number> {
    const body = JSON.stringify(notes);
    const signature = createHmac("sha256", signingSecret).update(body).digest("hex");
    const headers = { "x-bulletin-signature": signature, "content-type": "application/json" };
    const response = await fetch(`${t.url}${channel.callbackPath}`, { method: "POST", body, headers });
    return response.status;
  }
  const note = (id: string, author: string, text: string) => ({ id, room: "lobby", author, text, at: t.clock.now().getTime() });

  it("is offered among the kinds, with the settings that it takes", async () => {
    const kinds = (await tenant.api.get("/api/v1/channels/kinds")).body.data;
    const fields = kinds.find((kind: any) => kind.kind === "bulletin").configFields;
    assert.deepEqual(
      fields.map((f: any) => [f.name, f.secret]),
      [
        ["room", false],
        ["token", true],
        ["signingSecret", true],
      ],
    );
  });

  it("receives: a contact without a phone, a conversation, a message; duplicates and bad items affect nothing else", async () => {
    const good = note("n1", "ada", "Is anybody there?");
    assert.equal(await write([good, null, { id: 7 }, note("n2", "ben", "Hello")]), 200);
    assert.equal(await write([good]), 200);
    await t.drain();
    const messages = (await tenant.api.get(`/api/v1/messages?channelId=${channel.id}`)).body.data;
    assert.deepEqual(messages.map((m: any) => m.text).sort(), ["Hello", "Is anybody there?"]);
    const contact = (await tenant.api.get(`/api/v1/contacts/${messages.find((m: any) => m.text === "Hello").contactId}`)).body;
    assert.equal(contact.phone, null);
    assert.equal(contact.identities[0].address, "ben");
  });

  it("replies through the board, and refuses what the board cannot do based only on its description", async () => {
    await write([note("n3", "cleo", "When do you open?")]);
    await t.drain();
    const sent = await tenant.api.post("/api/v1/messages", { channelId: channel.id, to: "cleo", type: "text", text: "At nine." });
    assert.equal(sent.status, 200, sent.text);
    await t.drain();
    assert.deepEqual(posted.at(-1), { path: "/rooms/lobby/notes", token: "Bearer board-token", body: { to: "cleo", text: "At nine." } });
    assert.equal((await tenant.api.get(`/api/v1/messages/${sent.body.id}`)).body.status, "sent");

    const template = await tenant.api.post("/api/v1/messages", {
      channelId: channel.id,
      to: "cleo",
      type: "template",
      content: { name: "hello", language: "en" },
    });
    assert.equal(template.body.error.code, "unsupported_by_channel");
    const stranger = await tenant.api.post("/api/v1/messages", { channelId: channel.id, to: "dora", type: "text", text: "Hi" });
    assert.equal(stranger.body.error.code, "window_closed");
    t.clock.advance(3_600_001);
    const late = await tenant.api.post("/api/v1/messages", { channelId: channel.id, to: "cleo", type: "text", text: "Still there?" });
    assert.equal(late.body.error.code, "window_closed");
  });
});
