/**
 * Every example of packages/sdk/README.md, as a program of somebody who has installed the package, against the whole app, in every runtime
 * that this machine has. An example that no test below knows fails.
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { startReceiver } from "@parley/simulators/receiver";
import { startTestApp, type TestApp, type TestTenant } from "../../apps/server/test/harness.ts";
import { type Example, findRuntimes, makeFolder, readExamples, type Program, type Runtime, startProgram } from "./stage.ts";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

const { found, missing } = await findRuntimes();
const examples = await readExamples();

let t: TestApp;
let made: Awaited<ReturnType<typeof makeFolder>>;
before(async () => {
  [t, made] = await Promise.all([startTestApp(), makeFolder()]);
});
after(async () => {
  await t?.stop();
  await made?.remove();
});

interface Stage {
  tenant: TestTenant;
  /** Starts the example, or another file next to it. */
  start(env?: Record<string, string>, file?: string): Program;
  /** Runs to its end, which must be successful; returns its output by lines. */
  run(env?: Record<string, string>, file?: string): Promise<string[]>;
}

async function stageOf(example: Example, runtime: Runtime): Promise<Stage> {
  const tenant = await t.tenant();
  const start = (env: Record<string, string> = {}, file = `${example.title}.mjs`) =>
    startProgram(runtime, made.folder, file, { PARLEY_URL: t.url, PARLEY_API_KEY: tenant.key, ...env });
  return {
    tenant,
    start,
    async run(env, file) {
      const program = start(env, file);
      assert.equal(await program.ended, 0, program.out());
      return program.out().trimEnd().split("\n");
    },
  };
}

let numbers = 447_700_910_000;

const checks: Record<string, (stage: Stage) => Promise<void>> = {
  async answer({ tenant, run }) {
    const channel = await t.channel(tenant);
    const [first, last] = [`${++numbers}`, `${++numbers}`];
    await t.simulator.customer(first, "Amina").sendText(channel.externalId, "Is the blue jacket back?");
    await t.drain();
    await t.simulator.customer(last, "Ben").sendText(channel.externalId, "Where is my order?");
    await t.drain();
    assert.deepEqual(await run(), ["queued: Thank you for writing. We have read: Where is my order?"]);
    await t.settle();
    assert.equal(t.simulator.sentTo(last).length, 1);
    assert.equal(t.simulator.sentTo(first).length, 0);
    // After the program has answered, the customer's message is still their last one.
    t.clock.advance(25 * 3_600_000);
    assert.deepEqual(await run(), ["The customer service window is closed: send an approved template."]);
  },
  async methods({ tenant, run }) {
    assert.deepEqual(await run(), ["Refund", "Ada Lovelace"]);
    const [contact] = (await tenant.api.get("/api/v1/contacts")).body.data;
    assert.deepEqual([contact.tags, contact.customFields], [["vip"], { plan: "pro" }]);
  },
  async lists({ tenant, run }) {
    for (const name of ["A", "B", "C", "D", "E"]) assert.equal((await tenant.api.post("/api/v1/contacts", { name })).status, 200);
    assert.deepEqual(await run(), [
      "5 contacts have a name",
      "2 on the first page, and there are more",
      "3 at most",
      "a page of 2",
      "a page of 2",
      "a page of 1",
    ]);
  },
  async errors({ run }) {
    assert.deepEqual(await run(), ["phone: invalid_format"]);
    const [line] = await run({ PARLEY_API_KEY: "wrong" });
    assert.match(line as string, /^unauthorized 401 SVC-[0-9a-f]+ http:\/\/.*\/docs\/$/);
  },
  async retries({ tenant, run }) {
    assert.deepEqual(await run(), ["created once", "true"]);
    assert.equal((await tenant.api.get("/api/v1/contacts")).body.data.length, 1);
  },
  async stream({ tenant, start }) {
    const channel = await t.channel(tenant);
    const program = start();
    await program.until("live\n");
    const customer = t.simulator.customer(`${++numbers}`, "Amina");
    await customer.sendText(channel.externalId, "Hello");
    await t.drain();
    await customer.sendText(channel.externalId, "Bye");
    await t.drain();
    assert.equal(await program.ended, 0, program.out());
    assert.deepEqual(program.out().trimEnd().split("\n"), ["live", "contact.created", `${numbers}: Hello`, `${numbers}: Bye`]);
  },
  async webhook({ tenant, run }) {
    const receiver = await startReceiver();
    try {
      const host = `import { receive } from "./webhook.mjs";
const { headers, body } = JSON.parse(process.env.DELIVERY);
// The clock of the server under test is turned by hand, and this program goes by it.
Date.now = () => Number(process.env.NOW);
const send = (text) => receive(new Request("http://receiver.example", { method: "POST", headers, body: text }));
console.log((await send(body)).status, (await send(body.replace("webhook.test", "webhook.text"))).status);
`;
      await writeFile(join(made.folder, "webhook-host.mjs"), host);
      for (const signatureScheme of ["hmac-sha256", "ed25519"]) {
        const hook = (await tenant.api.post("/api/v1/webhooks", { url: receiver.url, events: ["*"], signatureScheme })).body;
        await tenant.api.post(`/api/v1/webhooks/${hook.id}/test`);
        await t.drain();
        const delivery = receiver.deliveries.at(-1);
        assert.ok(delivery !== undefined);
        const headers = Object.fromEntries(Object.entries(delivery.headers).filter(([name]) => /^(?:webhook|x-service)-/.test(name)));
        const lines = await run(
          {
            NOW: String(t.clock.now().getTime()),
            DELIVERY: JSON.stringify({ headers, body: String(delivery.rawBody) }),
            PARLEY_WEBHOOK_SECRET: signatureScheme === "ed25519" ? hook.publicKey : hook.secret,
          },
          "webhook-host.mjs",
        );
        assert.deepEqual(lines, [`${(delivery.json() as { id: string }).id} webhook.test`, "204 401"]);
      }
    } finally {
      await receiver.close();
    }
  },
  async files({ run }) {
    assert.deepEqual(await run(), ["name,price", "desk,249.90", "", "queued"]);
  },
};

describe("the examples of the SDK's README", () => {
  it("are all covered by a test", () => {
    // The browser example runs in a browser: browser.test.ts.
    assert.deepEqual(examples.map(({ title }) => title).sort(), [...Object.keys(checks), "browser"].sort());
  });

  it("answer the last customer in 30 lines", () => {
    const lines = examples[0]?.text.trimEnd().split("\n").length ?? 0;
    assert.ok(examples[0]?.title === "answer" && lines <= 30, `${lines} lines`);
  });

  for (const runtime of found) {
    describe(`in ${runtime.name}`, () => {
      for (const example of examples) {
        const check = checks[example.title];
        if (check !== undefined) it(example.title, async () => check(await stageOf(example, runtime)));
      }
    });
  }
  for (const name of missing) it(`in ${name}`, { skip: `${name} is not on this machine's PATH` }, () => undefined);
});
