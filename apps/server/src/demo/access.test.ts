/** Who may see the demo's pages; demo.full.test.ts covers a running demo. */
import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { fastify } from "fastify";
import { AppError } from "../platform/errors/app-error.ts";
import { createDemoAccess } from "./access.ts";

const access = createDemoAccess("a token, of a person");
const query = "?token=a%20token%2C%20of%20a%20person";
const paths = ["/phone", "/demo/mails"];
const app = fastify();
after(() => app.close());
app.addHook("onRequest", access.guard);
app.setErrorHandler((error, _, reply) => {
  if (!(error instanceof AppError)) throw error;
  return reply.status(error.code === "unauthorized" ? 401 : 403).send(error.code);
});
for (const path of paths) app.get(path, () => "the page");

const get = async (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers: { host: "127.0.0.1", ...headers } });

describe("the demo's pages", () => {
  it("are opened by an address with the token, which becomes a cookie", async () => {
    assert.equal(access.addressOf("/phone"), `/phone${query}`);
    const entered = await get(`/phone${query}`);
    assert.deepEqual([entered.statusCode, entered.headers.location], [303, "/phone"]);
    const given = String(entered.headers["set-cookie"]);
    assert.match(given, /^parley_demo=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    assert.equal(given.includes("person"), false);
    const browsed = await get(`/demo/mails${query}&x=1`, { accept: "text/html,*/*" });
    assert.deepEqual([browsed.statusCode, browsed.headers.location], [303, "/demo/mails?x=1"]);
    const cookie = given.split(";", 1)[0] as string;
    for (const path of paths) assert.equal((await get(path, { cookie })).payload, "the page", path);
    assert.equal((await get(`/demo/mails${query}`)).payload, "the page", "a program reads the answer at once");
  });

  it("refuse requests without the token, from other machines, and from other sites", async () => {
    const cookie = String((await get(`/phone${query}`)).headers["set-cookie"]).split(";", 1)[0] as string;
    for (const path of paths) {
      for (const given of ["", "?token=", "?token=a+token", `${query}&token=x`])
        assert.equal((await get(path + given, given === "" ? {} : { cookie })).statusCode, 401, path + given);
      assert.equal((await get(path, { cookie: "parley_demo=x; svc_session=y" })).statusCode, 401, path);
      const others: Record<string, string>[] = [
        { host: "evil.example" },
        { "x-forwarded-for": "192.0.2.1" },
        { forwarded: "for=192.0.2.1" },
        { "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "same-site" },
        { origin: "http://127.0.0.1:1" },
        { origin: "null" },
      ];
      for (const headers of others) {
        assert.equal((await get(path, { cookie, ...headers })).statusCode, 403, `${path} ${JSON.stringify(headers)}`);
        assert.equal((await get(path + query, headers)).statusCode, 403, `${path} ${JSON.stringify(headers)}`);
      }
      const far = await app.inject({ url: path + query, headers: { host: "127.0.0.1" }, remoteAddress: "192.0.2.1" });
      assert.equal(far.statusCode, 403);
    }
  });
});
