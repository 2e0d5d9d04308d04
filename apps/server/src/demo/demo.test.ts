/** The demo from its start to its end; demo.full.test.ts stops, kills and restarts it. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, it } from "node:test";
import { eventually } from "../../test/eventually.ts";
import { channelsOf, demoPaths, folder, inbox, part, plainProxy, processesOf, rawGet, start } from "../../test/stages/demo-stage.ts";

describe("the demo", () => {
  it("proves itself, shows its pages with the printed token only, even to other users of this machine, and leaves no process behind", async () => {
    const demo = await start({ DATA_DIR: join(folder, "pages"), DEMO_TOKEN: "a token, of a person" });
    assert.match(demo.text, /Proof: 1 message in, answered, delivered and read in \d+ ms/);
    assert.deepEqual([(await inbox(demo.text)).length, channelsOf(demo.text).length], [1, 3]);
    const url = part(demo.text, "URL");
    const query = "?token=a%20token%2C%20of%20a%20person";
    for (const path of ["/phone", "/demo/mails"]) assert.ok(demo.text.includes(`${url}${path}${query} `), path);

    // The mails need protection: one of their links signs somebody in.
    const email = /Login\s+(\S+)/.exec(demo.text)?.[1] as string;
    await fetch(`${url}/api/v1/auth/password-reset`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email }),
    });
    await eventually("the mail is shown", async () =>
      (await rawGet(`${url}/demo/mails${query}`, {})).text.includes("reset-password?token="),
    );

    // By the address for people: a cookie, and the address without the token.
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
