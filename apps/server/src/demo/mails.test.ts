import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { fastify } from "fastify";
import { registerMails } from "./mails.ts";

const mail = {
  id: "mail_1",
  to: "ada@example.com",
  kind: "invitation",
  state: "sent",
  createdAt: "2026-11-26T21:51:59.795Z",
  subject: `You are invited to <Ada's "Shop">`,
  text: "Accept:\nhttp://127.0.0.1:3000/accept-invitation?token=a&b=c\n\n<script>alert(1)</script>",
};
const app = fastify();
after(() => app.close());
registerMails(app, { mails: async () => [mail] as never });

describe("the mails of a demo", () => {
  it("are a page with links for a browser, in which a mail's text is only text", async () => {
    const { headers, payload } = await app.inject({ url: "/demo/mails", headers: { accept: "text/html,*/*;q=0.8" } });
    assert.match(String(headers["content-type"]), /^text\/html/);
    assert.match(payload, /<a href="http:\/\/127\.0\.0\.1:3000\/accept-invitation\?token=a&#38;b=c">http/);
    assert.match(payload, /&#60;Ada&#39;s &#34;Shop&#34;&#62;/);
    assert.doesNotMatch(payload, /<script/);
    assert.match(String(headers["content-security-policy"]), /^default-src 'none'; style-src 'sha256-[^']+'/);
    assert.deepEqual([headers["cache-control"], headers["referrer-policy"]], ["no-store", "no-referrer"]);
  });

  it("are JSON for a program", async () => {
    for (const accept of [undefined, "*/*", "application/json"]) {
      const response = await app.inject({ url: "/demo/mails", headers: accept === undefined ? {} : { accept } });
      assert.deepEqual(response.json(), { data: [mail] }, String(accept));
    }
  });
});
