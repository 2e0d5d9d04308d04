import type { FastifyInstance } from "fastify";
import type { DemoShown } from "../app-deps.ts";

const shownMax = 50;

/**
 * GET /demo/mails: the mails that the demo would have sent, newest first. The demo has no mail server, and the links in
 * its mails are secrets.
 */
export function registerMails(app: FastifyInstance, deps: { mails: DemoShown["mails"] }): void {
  app.get("/demo/mails", async (_request, reply) => reply.header("cache-control", "no-store").send({ data: await deps.mails(shownMax) }));
}
