/** Chains of flows through our own API: what a flow's request causes counts towards its chain, so that loops end. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, describe, it } from "node:test";
import { ok, refused } from "../../../../../test/responses.ts";
import { startInbox, wholeList } from "../../../../../test/inbox.ts";

const { t, tenant, other, channel } = await startInbox("447726");
const { api } = tenant;
const seen: string[] = [];
const server = createServer((request, response) => {
  seen.push(String(request.headers["x-flow-origin"]));
  request.resume().on("end", () => response.writeHead(200, { "content-type": "application/json" }).end("{}"));
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
after(() => server.close());
const elsewhere = {
  type: "http_request",
  method: "POST",
  url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
  body: {},
};
await ok(api.post("/api/v1/flow-secrets", { name: "OWN_KEY", value: `Bearer ${tenant.key}`, hosts: ["127.0.0.1"] }));

const draft = async (trigger: object, steps: object[] = []): Promise<string> =>
  (await ok(api.post("/api/v1/flows", { name: "Flow", trigger, steps }))).id;
const activate = (id: string) => ok(api.post(`/api/v1/flows/${id}/activate`));
const runsOf = (id: string): Promise<any[]> => wholeList(api, `/api/v1/flows/${id}/runs`);
const contact = async (): Promise<string> => (await ok(api.post("/api/v1/contacts", { name: "Ada" }))).id;
const starting = (flowId: string, contactId: string) => ({
  type: "http_request",
  method: "POST",
  url: `${t.url}/api/v1/flows/${flowId}/runs`,
  headers: { authorization: "{{secrets.OWN_KEY}}" },
  body: { contactId },
});

/** Two flows that start each other by hand, as often as permitted; returns the headers of their runs, by depth. */
async function feedEachOther(): Promise<{ runs: any[]; headers: string[] }> {
  const contactId = await contact();
  const [first, second] = [await draft({ type: "manual" }), await draft({ type: "manual" })];
  for (const [own, next] of [
    [first, second],
    [second, first],
  ] as const) {
    await ok(api.patch(`/api/v1/flows/${own}`, { steps: [elsewhere, starting(next, contactId)] }));
    await activate(own);
  }
  const from = seen.length;
  await ok(api.post(`/api/v1/flows/${first}/runs`, { contactId }));
  for (let n = 0; ; n++) {
    await t.settle();
    const runs = [...(await runsOf(first)), ...(await runsOf(second))].sort((a, b) => a.depth - b.depth);
    if (n === 40 || (runs.length > 5 && runs.every(({ endedAt }) => endedAt !== null))) return { runs, headers: seen.slice(from) };
  }
}

describe("a chain of flows through our own API", () => {
  it("ends when two flows start each other by hand, and its last call reports the refusal", async () => {
    const { runs, headers } = await feedEachOther();
    assert.deepEqual(
      runs.map(({ depth }) => depth),
      [0, 1, 2, 3, 4, 5],
    );
    assert.deepEqual([runs[5].status, runs[5].error.path], ["failed", "steps[1]"]);
    assert.match(headers[5] ?? "", /^5\./);
    const id = await draft({ type: "manual" }, [{ type: "add_tag", tag: "x" }]);
    await activate(id);
    const last = { "x-flow-origin": headers[5] as string };
    const body = { contactId: await contact() };
    refused(await api.post(`/api/v1/flows/${id}/runs`, body, last), 409, "conflict");
    assert.equal((await ok(api.post(`/api/v1/flows/${id}/runs`, body, { "x-flow-origin": headers[4] as string }))).depth, 5);
    const again = { contactId: await contact() };
    assert.equal(
      (await ok(api.post(`/api/v1/flows/${id}/runs`, again, { "x-flow-origin": `${headers[4]}x` }))).depth,
      0,
      "not signed by us",
    );

    // A flow's address reports a loop the same way, however often it is called with one key.
    const hooked = await draft({ type: "webhook", contactBy: "id", contactFrom: "body.id" }, [{ type: "add_tag", tag: "x" }]);
    const { url } = await ok(api.post(`/api/v1/flows/${hooked}/webhook`));
    await activate(hooked);
    const call = async () => {
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": "loop", ...last },
        body: JSON.stringify({ id: again.contactId }),
      });
      return { status: response.status, body: (await response.json()) as any };
    };
    const result = await call();
    assert.deepEqual([result.status, result.body.starts], [200, false]);
    assert.equal((await ok(api.get(`/api/v1/flows/${hooked}`))).pausedReason, "loop_detected");
    assert.deepEqual(await call(), result);
  });

  it("ends when a flow's effects are sent to its own address", async () => {
    const id = await draft({ type: "webhook", contactBy: "id", contactFrom: "body.data.contactId" }, [
      { type: "emit_webhook", name: "again", payload: {} },
    ]);
    const { url } = await ok(api.post(`/api/v1/flows/${id}/webhook`));
    await activate(id);
    const endpoint = await ok(api.post("/api/v1/webhooks", { url, events: ["flow.emitted"] }));
    await ok(api.post(`/api/v1/flows/${id}/runs`, { contactId: await contact() }));
    for (let n = 0; n < 12; n++) await t.settle();
    const runs = (await runsOf(id)).sort((a, b) => a.depth - b.depth);
    assert.deepEqual(
      runs.map(({ depth, error }) => `${depth} ${error?.code ?? ""}`),
      ["0 ", "1 ", "2 ", "3 ", "4 ", "5 ", "6 loop_detected"],
    );
    assert.equal((await ok(api.get(`/api/v1/flows/${id}`))).pausedReason, "loop_detected");
    await ok(api.delete(`/api/v1/webhooks/${endpoint.id}`));
  });

  it("continues through messages sent by request, and only through them", async () => {
    const byHand = await draft({ type: "manual" }, [elsewhere]);
    await activate(byHand);
    const from = seen.length;
    await ok(api.post(`/api/v1/flows/${byHand}/runs`, { contactId: await contact() }));
    for (let n = 0; n < 4; n++) await t.settle();
    const header = { "x-flow-origin": seen[from] as string };
    assert.match(header["x-flow-origin"], /^0\./);
    const flows = [
      await draft({ type: "contact.created" }, [{ type: "add_tag", tag: "met" }]),
      await draft({ type: "conversation.created" }, [{ type: "add_label", label: "new" }]),
    ];
    for (const id of flows) await activate(id);
    const send = (n: number, headers: Record<string, string> = {}) =>
      ok(
        api.post(
          "/api/v1/messages",
          {
            channelId: channel.id,
            to: `44772600${String(n).padStart(4, "0")}`,
            type: "template",
            content: { name: "order_update", language: "en", variables: ["Amina", "2291"] },
          },
          headers,
        ),
      );
    const sent = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => send(n, n % 2 === 0 ? header : {})));
    const once = { ...header, "idempotency-key": "message of a flow" };
    const twins = await Promise.all([send(7, once), send(7, once), send(7, once)]);
    assert.equal(new Set(twins.map(({ id }) => id)).size, 1, "a key holds for them as well");
    await t.settle();
    for (const id of flows) {
      const runs = await runsOf(id);
      const depthOf = (whom: string) => runs.find(({ contactId }) => contactId === whom)?.depth;
      assert.deepEqual(
        [...sent, twins[0]].map(({ contactId }) => depthOf(contactId)),
        [0, 1, 0, 1, 0, 1, 1],
      );
      assert.equal(runs.length, 7);
    }
    const { id: foreign } = await ok(
      other.api.post("/api/v1/flows", { name: "F", trigger: { type: "contact.created" }, steps: [elsewhere] }),
    );
    await ok(other.api.post(`/api/v1/flows/${foreign}/activate`));
    await ok(other.api.post("/api/v1/contacts", { name: "Theirs" }, header));
    await t.settle();
    assert.equal((await wholeList(other.api, `/api/v1/flows/${foreign}/runs`))[0].depth, 0, "nothing in another tenant");
  });
});
