import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { eventually } from "../../../../test/eventually.ts";
import { freePort } from "../../../../test/free-port.ts";
import { killAll, startCommand } from "../../../../test/process.ts";
import { deliveries, emit, t } from "../../../../test/stages/webhook-stage.ts";

describe("the receiver of docs/guides/first-webhook.md", () => {
  after(killAll);

  it("accepts genuine deliveries, a test event among them, and refuses one with another secret", async () => {
    const guide = await readFile(new URL("../../../../../../docs/guides/first-webhook.md", import.meta.url), "utf8");
    const code = /```js\n([\s\S]+?)```/.exec(guide)?.[1];
    assert.ok(code !== undefined);
    const folder = await mkdtemp(join(tmpdir(), "parley-receiver-"));
    try {
      const file = join(folder, "receiver.mjs");
      await writeFile(file, code);
      const port = await freePort();
      const tenant = await t.tenant();
      const url = `http://127.0.0.1:${port}/hooks/parley`;
      const { id, secret } = (await tenant.api.post("/api/v1/webhooks", { url, events: ["contact.created"] })).body;
      const receive = (PARLEY_WEBHOOK_SECRET: string) =>
        startCommand(process.execPath, [file], { PORT: String(port), PARLEY_WEBHOOK_SECRET });
      const open = () =>
        eventually("the receiver listens", () =>
          fetch(url).then(
            (response) => response.status === 401,
            () => false,
          ),
        );

      const receiver = receive(secret);
      await open();
      const event = await emit(tenant);
      await t.drain();
      assert.equal((await tenant.api.post(`/api/v1/webhooks/${id}/test`)).status, 200);
      await t.drain();
      const lines = () => receiver.stdout().trim().split("\n");
      await eventually("both are printed", () => lines().length === 2);
      assert.ok(lines()[0]?.startsWith(`${event} contact.created`), receiver.stdout());
      receiver.child.kill();
      await receiver.ended;

      const stranger = receive("whsec_c29tZWJvZHkgZWxzZQ==");
      await open();
      await emit(tenant);
      await t.drain();
      const [latest] = await deliveries(tenant, `/api/v1/webhooks/${id}`);
      assert.equal(latest.lastStatus, 401, JSON.stringify(latest));
      assert.equal(stranger.stdout(), "");
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
