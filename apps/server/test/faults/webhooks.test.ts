import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { after, before, describe, it } from "node:test";
import { startReceiver, type Receiver } from "@parley/simulators/receiver";
import { eventually } from "../eventually.ts";
import { startTestApp, type TestApp, type TestTenant } from "../harness.ts";
import { callbackBody, inboundChange, postCallback, textMessage } from "./chat-app-bodies.ts";

let next = 0;
const person = () => `44770030${String(next++).padStart(4, "0")}`;

/** The whole path: from a customer's callback to the tenant's endpoint, with loops that run by themselves. */
describe("webhook endpoints that misbehave", () => {
  let t: TestApp;
  let tenant: TestTenant;
  let channel: Awaited<ReturnType<TestApp["channel"]>>;
  let receiver: Receiver;
  before(async () => {
    receiver = await startReceiver();
    t = await startTestApp({ live: true });
    tenant = await t.tenant();
    channel = await t.channel(tenant);
  });
  after(async () => {
    await receiver.close();
    await t.stop();
  });

  async function endpoint(url: string, of = tenant): Promise<{ id: string; secret: string }> {
    const made = await of.api.post("/api/v1/webhooks", { url, events: ["message.received"] });
    assert.equal(made.status, 200, made.text);
    return made.body;
  }
  async function customerWrites(text: string, to = channel): Promise<void> {
    const from = person();
    assert.equal(
      await postCallback(
        `${t.url}/callbacks/chat-app`,
        callbackBody(inboundChange(to.externalId, from, [textMessage(from, text, { at: t.clock.now() })])),
      ),
      200,
    );
  }
  const at = (path: string) => receiver.deliveries.filter((d) => d.path === path);
  const deliveries = async (id: string, of = tenant) => (await of.api.get(`/api/v1/webhooks/${id}/deliveries?limit=100`)).body.data;
  const attempted = (id: string, of = tenant) =>
    eventually("an attempt is over", async () =>
      (await deliveries(id, of)).find((d: any) => d.attemptCount >= 1 && d.state !== "delivering"),
    );

  it("a hanging endpoint slows down neither its tenant's other endpoint nor another tenant's", async () => {
    receiver.answerFor("/hang", { kind: "hang" });
    const other = await t.tenant();
    const otherChannel = await t.channel(other);
    const hanging = await endpoint(`${receiver.url}/hang`);
    const [mine, theirs] = [await endpoint(`${receiver.url}/mine`), await endpoint(`${receiver.url}/theirs`, other)];
    receiver.setSecret([mine.secret, theirs.secret, hanging.secret]);
    // More than one endpoint may have in flight, so that the hanging one is full while the others work.
    await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        await customerWrites(`Question ${n}`);
        await customerWrites(`Question ${n}`, otherChannel);
      }),
    );
    await receiver.waitFor(() => at("/mine").length >= 40 && at("/theirs").length >= 40);
    const hung = at("/hang");
    assert.ok(hung.length >= 1, "the hanging endpoint was called");
    // At most ten may be in flight to it, and each ends after 15 s: an eleventh would arrive only then, as would anything waiting for one
    // of them.
    assert.ok(hung.length <= 10, `${hung.length} calls to the hanging endpoint`);
    for (const delivery of [...at("/mine"), ...at("/theirs")]) {
      assert.equal(delivery.serviceSignature, "good");
      assert.equal(delivery.standardSignature, "good");
      assert.equal((delivery.json() as { id: string }).id, delivery.webhookId);
    }
    const delivered = at("/mine")
      .map((d) => (d.json() as any).data.message.text)
      .sort();
    assert.deepEqual(delivered, Array.from({ length: 40 }, (_, n) => `Question ${n}`).sort());
    assert.equal((await deliveries(hanging.id)).filter((d: any) => d.state === "delivered").length, 0);
    await Promise.all([tenant.api.delete(`/api/v1/webhooks/${hanging.id}`), tenant.api.delete(`/api/v1/webhooks/${mine.id}`)]);
  });

  it("a redirect is a failure and is not followed", async () => {
    receiver.answerFor("/moved", { kind: "redirect", location: `${receiver.url}/elsewhere`, status: 307 });
    const made = await endpoint(`${receiver.url}/moved`);
    await customerWrites("Where are you?");
    const delivery = await attempted(made.id);
    assert.equal(delivery.state, "pending", "it is tried again");
    assert.equal(at("/moved").length, 1);
    assert.equal(at("/elsewhere").length, 0);
    const detail = await tenant.api.get(`/api/v1/webhooks/${made.id}/deliveries/${delivery.id}`);
    assert.equal(detail.body.attempts?.[0]?.errorKind, "redirect", detail.text);
    await tenant.api.delete(`/api/v1/webhooks/${made.id}`);
  });

  it("410 disables the endpoint immediately, and says so", async () => {
    receiver.answerFor("/gone", { kind: "status", status: 410 });
    const made = await endpoint(`${receiver.url}/gone`);
    await customerWrites("Anybody?");
    const shown = await eventually("the endpoint is disabled", async () => {
      const { body } = await tenant.api.get(`/api/v1/webhooks/${made.id}`);
      return body.status === "disabled" ? body : null;
    });
    assert.match(shown.disabledReason, /410/);
    await customerWrites("Still?");
    await eventually("the delivery is skipped", async () => (await deliveries(made.id)).some((d: any) => d.state === "skipped"));
    assert.equal(at("/gone").length, 1);
    await tenant.api.delete(`/api/v1/webhooks/${made.id}`);
  });

  describe("an address inside our own network", () => {
    let guarded: TestApp;
    let secretService: Server;
    let calls = 0;
    before(async () => {
      secretService = createServer((_request, response) => {
        calls += 1;
        response.end("the database password");
      }).listen(0, "127.0.0.1");
      await once(secretService, "listening");
      // A process of the same installation without the exception for 127.0.0.1; only this one does background work here.
      guarded = await startTestApp({ env: { OUTBOUND_ALLOW: "" }, live: true });
    });
    after(async () => {
      await guarded.stop();
      secretService.close();
    });

    it("is refused at registration", async () => {
      const owner = await guarded.tenant();
      const { port } = secretService.address() as AddressInfo;
      for (const host of [
        "127.0.0.1",
        "localhost",
        "169.254.169.254",
        "10.0.0.1",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "2130706433",
        "0x7f000001",
        "0",
      ]) {
        for (const scheme of ["http", "https"]) {
          const made = await owner.api.post("/api/v1/webhooks", { url: `${scheme}://${host}:${port}/`, events: ["message.received"] });
          if (made.status === 200) {
            // A name may be accepted; what counts is the address that is dialled, below.
            assert.equal(host, "localhost", `${scheme}://${host}: ${made.text}`);
            continue;
          }
          assert.equal(made.status, 400, `${scheme}://${host}: ${made.text}`);
        }
      }
      assert.equal(calls, 0);
    });

    it("is refused when it is dialled, even if it was registered while it was allowed", async () => {
      const owner = await guarded.tenant();
      const ownChannel = await guarded.channel(owner);
      const { port } = secretService.address() as AddressInfo;
      const open = await startTestApp({ sharing: guarded, env: { OUTBOUND_ALLOW: "127.0.0.1", ROLE: "api" } });
      const made = await open.api(owner.key).post("/api/v1/webhooks", { url: `http://127.0.0.1:${port}/`, events: ["message.received"] });
      await open.stop();
      assert.equal(made.status, 200, made.text);
      const from = person();
      await postCallback(
        `${guarded.url}/callbacks/chat-app`,
        callbackBody(inboundChange(ownChannel.externalId, from, [textMessage(from, "Hi", { at: guarded.clock.now() })])),
      );
      const delivery = await eventually("an attempt is over", async () =>
        (await owner.api.get(`/api/v1/webhooks/${made.body.id}/deliveries`)).body.data.find(
          (d: any) => d.attemptCount >= 1 && d.state !== "delivering",
        ),
      );
      const detail = await owner.api.get(`/api/v1/webhooks/${made.body.id}/deliveries/${delivery.id}`);
      assert.equal(detail.body.attempts[0].errorKind, "blocked", detail.text);
      assert.equal(calls, 0, "nothing was sent to it");
    });
  });
});
