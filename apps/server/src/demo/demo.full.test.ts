import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { eventually } from "../../test/eventually.ts";
import { freePort } from "../../test/free-port.ts";
import {
  accountsKnown,
  channelsOf,
  demoPaths,
  folder,
  inbox,
  pageFetch,
  part,
  plainProxy,
  processesOf,
  rawGet,
  start,
  write,
} from "../../test/stages/demo-stage.ts";

describe("the demo, restarted several times", () => {
  it("runs its proof at the first start, shows the same key at the next one, and leaves no process behind", async () => {
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
      const response = await pageFetch(text, "/demo/mails");
      return ((await response.json()) as { data: { to: string; text: string }[] }).data;
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
    // The first mail's link has expired: its hour has passed.
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
      const response = await pageFetch(second.text, "/phone/api/kinds");
      return response.ok && ((await response.json()) as { kinds: string[] }).kinds.length === 3;
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

  it("serves none of its pages when PUBLIC_URL is another host", async () => {
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

describe("the demo", () => {
  it("runs its proof, shows its pages only with the printed token, even to other users of this machine, and leaves no process behind", async () => {
    const demo = await start({ DATA_DIR: join(folder, "pages"), DEMO_TOKEN: "a token, of a person" });
    assert.match(demo.text, /Proof: 1 message in, answered, delivered and read in \d+ ms/);
    assert.deepEqual([(await inbox(demo.text)).length, channelsOf(demo.text).length], [1, 3]);
    const url = part(demo.text, "URL");
    const query = "?token=a%20token%2C%20of%20a%20person";
    for (const path of ["/phone", "/demo/mails"]) assert.ok(demo.text.includes(`${url}${path}${query} `), path);

    // The mails need protection: one of their links signs a person in.
    const email = /Login\s+(\S+)/.exec(demo.text)?.[1] as string;
    await fetch(`${url}/api/v1/auth/password-reset`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email }),
    });
    await eventually("the mail is shown", async () =>
      (await rawGet(`${url}/demo/mails${query}`, {})).text.includes("reset-password?token="),
    );

    // The address for people sets a cookie and redirects to the address without the token.
    const entered = await rawGet(`${url}/phone${query}`, {});
    assert.deepEqual([entered.status, entered.location], [303, "/phone"]);
    assert.match(entered.cookie, /^parley_demo=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    const browsed = await rawGet(`${url}/demo/mails${query}&x=1`, { accept: "text/html,*/*" });
    assert.deepEqual([browsed.status, browsed.location], [303, "/demo/mails?x=1"]);
    const cookie = entered.cookie.split(";", 1)[0] as string;
    assert.equal(cookie.includes("person"), false);
    for (const path of demoPaths) assert.equal((await rawGet(url + path, { cookie })).status, 200, path);

    const proxy = await plainProxy(url);
    try {
      for (const path of demoPaths) {
        for (const address of [url, proxy.url]) {
          for (const given of ["", "?token=", "?token=a+token", "?token=a%20token%2C%20of%20a%20person&token=x"]) {
            const answer = await rawGet(address + path + given, given === "" ? {} : { cookie });
            assert.equal(answer.status, 401, `${address}${path}${given}`);
            assert.equal(answer.text.includes("reset-password"), false);
          }
          assert.equal((await rawGet(address + path, { cookie: "parley_demo=x; svc_session=y" })).status, 401);
        }
        const others: Record<string, string>[] = [
          { host: "evil.example" },
          { host: `evil.example:${new URL(url).port}` },
          { "x-forwarded-for": "192.0.2.1" },
          { forwarded: "for=192.0.2.1" },
          { "sec-fetch-site": "cross-site" },
          { "sec-fetch-site": "same-site" },
          { origin: "http://127.0.0.1:1" },
          { origin: "null" },
        ];
        for (const headers of others) {
          assert.equal((await rawGet(url + path, { cookie, ...headers })).status, 403, `${path} ${JSON.stringify(headers)}`);
          assert.equal((await rawGet(url + path + query, headers)).status, 403, `${path} ${JSON.stringify(headers)}`);
        }
      }
      const clock = (headers: Record<string, string>) =>
        fetch(`${url}/phone/api/clock`, {
          method: "POST",
          headers: { "content-type": "application/json", ...headers },
          body: '{"advanceMs":1}',
        });
      assert.equal((await clock({})).status, 401);
      assert.equal((await clock({ cookie, origin: "http://127.0.0.1:1" })).status, 403);
      assert.equal((await clock({ cookie, origin: url })).status, 200);
    } finally {
      proxy.close();
    }
    demo.child.kill("SIGTERM");
    assert.equal((await demo.ended).code, 0);
    await eventually("nothing is left", () => processesOf(folder, demo.child.pid as number).length === 0);
  });
});
