import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { eventually } from "../../test/eventually.ts";
import {
  accountsKnown,
  channelsOf,
  demoPaths,
  folder,
  freePort,
  inbox,
  pageFetch,
  part,
  processesOf,
  rawGet,
  start,
  write,
} from "../../test/stages/demo-stage.ts";

describe("the demo, started again and again", () => {
  it("proves itself at the first start, shows the same key at the next one, and leaves no process behind", async () => {
    const first = await start();
    assert.match(first.text, /Proof: 1 message in, answered, delivered and read in \d+ ms/);
    assert.equal((await inbox(first.text)).length, 1);
    assert.deepEqual(channelsOf(first.text).length, 3);
    assert.equal(statSync(join(folder, "data/demo.json")).mode & 0o777, 0o600);
    const asked = async (path: string) => {
      const headers = { authorization: `Bearer ${part(first.text, "API key")}` };
      return (await (await fetch(`${part(first.text, "URL")}/api/v1/${path}`, { headers })).json()) as any;
    };
    const statuses = (await asked("channels")).data.map((channel: { status: string }) => channel.status);
    assert.deepEqual(statuses, ["Connected", "Connected", "Connected"], "each simulated platform confirms its account");
    const templates = await eventually("the number's templates are fetched", async () => {
      const { data } = await asked(`channels/${channelsOf(first.text)[0]}/templates?status=approved`);
      return data.length > 0 ? (data as { name: string; language: string }[]) : undefined;
    });
    assert.deepEqual([templates.length, new Set(templates.map(({ language }) => language)).size], [12, 3]);

    const [, email, password] = /Login\s+(\S+) \/ (\S+)/.exec(first.text) as unknown as [string, string, string];
    const auth = (path: string, body: object, text = first.text) =>
      fetch(`${part(text, "URL")}/api/v1/auth/${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const signedIn = await auth("sign-in", { email, password });
    assert.equal(signedIn.status, 200, await signedIn.clone().text());
    const cookie = signedIn.headers.get("set-cookie")?.split(";", 1)[0] as string;
    const me = (await (await fetch(`${part(first.text, "URL")}/api/v1/me`, { headers: { cookie } })).json()) as { user: { role: string } };
    assert.equal(me.user.role, "owner");
    assert.equal((await auth("password-reset", { email })).status, 200);
    const mails = async (text = first.text) => {
      const answer = await pageFetch(text, "/demo/mails");
      return ((await answer.json()) as { data: { to: string; text: string }[] }).data;
    };
    await eventually("the mail is shown", async () => (await mails())[0]?.to === email);
    const command = /curl -s (\S+\/customers\/\S+) -d '(.+)'/.exec(first.text);
    assert.ok(command !== null);
    const moved = await pageFetch(first.text, "/phone/api/clock", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"advanceMs":3600000}',
    });
    assert.equal(moved.status, 200);
    assert.equal((await fetch(command[1] as string, { method: "POST", body: command[2] as string })).status, 200);
    await eventually("the customer's word shows", async () => (await inbox(first.text))[0]?.lastMessage.preview === "Thank you!");

    first.child.kill("SIGTERM");
    const ended = await first.ended;
    assert.equal(ended.code, 0, ended.stderr);
    const afterStop = ended.stdout.slice(ended.stdout.lastIndexOf('"msg":"stopping"')).split("\n");
    assert.deepEqual(
      afterStop.filter((line) => /"level":"(warn|error)"/.test(line)),
      [],
      "a stop that was asked for is nothing to warn of",
    );
    await eventually("nothing is left after SIGTERM", () => processesOf(folder, first.child.pid as number).length === 0);

    const second = await start();
    assert.equal(second.text.includes("Proof:"), false);
    assert.equal(part(second.text, "API key"), part(first.text, "API key"));
    assert.match(second.text, new RegExp(`Login\\s+${email} / ${password}`));
    // The first mail's link is void, because its hour has passed.
    assert.equal((await auth("password-reset", { email }, second.text)).status, 200);
    await eventually("another mail is shown", async () => {
      const all = await mails(second.text);
      return all.length === 2 && (all[0]?.text ?? "").includes("?token=");
    });
    const token = /\?token=(\S+)/.exec((await mails(second.text))[0]?.text ?? "")?.[1] as string;
    const chosen = await auth("password-reset/confirm", { token, password: "a password of my own" }, second.text);
    assert.equal(chosen.status, 200, await chosen.text());
    assert.equal((await inbox(second.text)).length, 1);
    const { clock } = (await (await pageFetch(second.text, "/phone/api/kinds")).json()) as { clock: { offsetMs: number } };
    assert.equal(clock.offsetMs, 3_600_000, "time does not run backwards over a restart");

    assert.deepEqual(channelsOf(second.text), channelsOf(first.text));
    await write(second.text, "photo-social", "by photo");
    await write(second.text, "short-video", "by video");

    const pid = second.child.pid as number;
    const [simulators] = processesOf("apps/simulators/src/main.ts", -1).filter((one) => processesOf(folder, pid).includes(one));
    process.kill(simulators as number, "SIGKILL");
    const kinds = async () => {
      const answer = await pageFetch(second.text, "/phone/api/kinds");
      return answer.ok && ((await answer.json()) as { kinds: string[] }).kinds.length === 3;
    };
    await eventually("new simulators know the accounts", async () => (await kinds()) && (await accountsKnown(second.text)));
    await write(second.text, "short-video", "after the crash");

    const children = processesOf(folder, pid);
    assert.ok(children.length > 0);
    second.child.kill("SIGKILL");
    await second.ended;
    await eventually("nothing is left after kill -9", () => processesOf(folder, pid).length === 0);
    const third = await start();
    assert.match(third.text, /Login\s+\S+ \/ \(the password was changed\)/);
    assert.equal((await inbox(third.text)).length, 3);
    third.child.kill("SIGTERM");
    assert.equal((await third.ended).code, 0);
  });

  it("serves no page of its own when PUBLIC_URL is another host", async () => {
    const port = await freePort();
    const token = "a-token";
    const demo = await start({
      ...{ DATA_DIR: join(folder, "data"), PORT: String(port) },
      ...{ DEMO_TOKEN: token, PUBLIC_URL: "https://crm.example.com" },
    });
    assert.equal(demo.text.includes(token), false);
    assert.equal(/\/phone|\/demo\/mails/.test(demo.text), false);
    const url = `http://127.0.0.1:${port}`;
    for (const path of demoPaths) assert.equal((await rawGet(`${url}${path}?token=${token}`, {})).status, 404, path);
    const links = (await (await fetch(url)).json()) as object;
    assert.deepEqual(["phone" in links, "mails" in links], [false, false]);
    demo.child.kill("SIGTERM");
    assert.equal((await demo.ended).code, 0);
  });
});
