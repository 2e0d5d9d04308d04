import type { FastifyInstance } from "fastify";
import type { DemoPageData } from "../app-deps.ts";
import { prefersHtml } from "../platform/http/reading/accept.ts";
import { mailsPageHeaders, renderMailsPage } from "./mails-page.ts";

const shownMax = 50;

/**
 * GET /demo/mails: the mails that the demo would have sent, newest first; a page for browsers. The demo has no mail server,
 * and the links in its mails are secrets.
 */
export function registerMails(app: FastifyInstance, deps: { mails: DemoPageData["mails"] }): void {
  app.get("/demo/mails", async (request, reply) => {
    const mails = await deps.mails(shownMax);
    reply.headers({ "cache-control": "no-store", vary: "accept" });
    if (!prefersHtml(request.headers.accept)) return reply.send({ data: mails });
    return reply.headers(mailsPageHeaders).type("text/html; charset=utf-8").send(renderMailsPage(mails));
  });
}
