import type { FastifyInstance } from "fastify";
import type { DemoShown } from "../app.ts";
import { refuseOthers } from "./local-only.ts";

const shownMax = 50;

/** GET /demo/mails: what the demo would have sent, newest first. It has no mail server, and the links in its mails are its secrets. */
export function registerMails(app: FastifyInstance, deps: { mails: DemoShown["mails"]; local: boolean }): void {
  app.get("/demo/mails", async (request, reply) => {
    refuseOthers(request, deps.local);
    return reply.header("cache-control", "no-store").send({ data: await deps.mails(shownMax) });
  });
}
