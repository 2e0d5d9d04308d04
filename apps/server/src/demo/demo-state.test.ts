import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { readDemoState, writeDemoState } from "./demo-state.ts";
import { demoKinds } from "./kinds/index.ts";

async function inFolder(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "parley-demo-state-"));
  try {
    await test(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe("the stored state of the demo", () => {
  it("is the same at every start, in a file that only its owner can read", () =>
    inFolder(async (folder) => {
      const first = await readDemoState(folder, demoKinds);
      assert.deepEqual(Object.keys(first.accounts).sort(), demoKinds.map(({ kind }) => kind).sort());
      await writeDemoState(folder, { ...first, clockOffsetMs: 5 });
      assert.deepEqual(await readDemoState(folder, demoKinds), { ...first, clockOffsetMs: 5 });
      assert.equal((await stat(join(folder, "demo.json"))).mode & 0o777, 0o600);
    }));

  it("can be read as release 1.0.0 wrote it", () =>
    inFolder(async (folder) => {
      const account = { appSecret: "s", verifyToken: "v", phoneNumberId: "1", businessAccountId: "2", accessToken: "t" };
      const tenant = { id: "org_1", email: "e", password: "p", key: "k" };
      await writeFile(join(folder, "demo.json"), JSON.stringify({ ...account, tenant: { ...tenant, channelId: "chn_1" } }));
      const state = await readDemoState(folder, demoKinds);
      assert.deepEqual(state.accounts["chat-app"], account);
      assert.deepEqual(state.tenant, { ...tenant, channels: { "chat-app": "chn_1" } });
      assert.equal(state.clockOffsetMs, 0);
    }));

  it("is not recreated when the file is unreadable", () =>
    inFolder(async (folder) => {
      await writeFile(join(folder, "demo.json"), "{");
      await assert.rejects(readDemoState(folder, demoKinds), SyntaxError);
      assert.equal(await readFile(join(folder, "demo.json"), "utf8"), "{");
    }));
});
