import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "#platform/db/database.ts";
import { wireId } from "#platform/ids/ids.ts";
import { readState } from "./authorization-state.ts";
import type { AuthorizationRow } from "./authorizations.queries.ts";
import type { AuthorizationsService, CallbackWord } from "./authorizations.service.ts";
import type { ChannelStore } from "../channel-store.ts";
import { type ConnectPage, confirmation, pageHeaders, pageOf, renderPage, unknownState } from "./connect-page.ts";
import type { Upkeep } from "../credentials/upkeep.ts";

/**
 * Where a platform sends the person's browser back to. No API key: the state proves whose authorisation it is, but not that
 * the person who signed in knows it: the address may have been sent to somebody else. So a code is not used before the person
 * has read into whose workspace the account goes, and agreed. Answers with words for a person, or sends the browser on to the
 * address that was vetted when the authorisation began.
 */
export function createConnectCallback(deps: {
  database: Database;
  store: ChannelStore;
  authorizations: AuthorizationsService;
  upkeep: Upkeep;
}) {
  const { database, store } = deps;

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { slug } = request.params as { slug: string };
    const query = request.query as Record<string, string | string[] | undefined>;
    const state = readState(only(query["state"]) ?? "");
    const word = wordOf(query);
    if (state === null || word === null) return show(reply, unknownState);
    if ("code" in word && request.method === "GET") {
      const place = await deps.authorizations.lookAt(slug, state);
      return place === null ? show(reply, unknownState) : show(reply, confirmation(place), place.redirectUri);
    }
    const site = request.headers["sec-fetch-site"];
    if (request.method === "POST" && site !== undefined && site !== "same-origin") return show(reply, unknownState);
    const row = await deps.authorizations.comeBack(slug, state, word);
    if (row === null) return show(reply, unknownState);
    const problems = row.status === "completed" ? await finish(state.tenantId, row) : [];
    if (row.redirect_uri === null) return show(reply, pageOf(row, problems));
    const target = new URL(row.redirect_uri);
    target.searchParams.set("authorization", wireId("cau", row.id));
    target.searchParams.set("status", row.status);
    return reply.headers(pageHeaders()).redirect(target.href, 303);
  }

  /** What is left to do at the platform is done now, while the person looks; should this process die, upkeep does it. */
  async function finish(tenantId: string, row: AuthorizationRow): Promise<string[]> {
    await Promise.all(row.channel_ids.map((id) => deps.upkeep.runOne(tenantId, id)));
    return database.withTenant(tenantId, async (tx) => {
      const problems: string[] = [];
      for (const id of row.channel_ids) {
        const channel = await store.find(tx, id);
        if (channel === null || channel.status === "Connected") continue;
        const reason = channel.status_reason ?? channel.upkeep_error;
        problems.push(`${channel.name} is ${channel.status}${reason === null ? "." : `: ${reason}`}`);
      }
      return problems;
    });
  }

  return {
    async register(app: FastifyInstance): Promise<void> {
      await app.register(async (scope) => {
        // The form of the page has no fields: everything stands in the address.
        scope.removeAllContentTypeParsers();
        scope.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string", bodyLimit: 1_024 }, async () => null);
        for (const url of ["/connect/:slug/callback", "/connect/:slug/callback/"]) {
          scope.get(url, { exposeHeadRoute: false }, answer);
          // Whoever only looks (a scanner of links) must not use up the code: that is for the person's browser.
          scope.head(url, (_request, reply) => reply.headers(pageHeaders()).send());
          scope.post(url, answer);
        }
      });
    },
  };
}

/** A refusal counts before a code; neither is nothing we understand. */
function wordOf(query: Record<string, string | string[] | undefined>): CallbackWord | null {
  const error = only(query["error"]);
  if (error !== undefined) {
    const words = only(query["error_description"]) ?? only(query["error_reason"]) ?? error;
    return { refused: words.slice(0, 500) };
  }
  const code = only(query["code"]);
  return code === undefined || code === "" || code.length > 4_000 ? null : { code };
}

/** A parameter that comes twice is not believed. */
function only(value: string | string[] | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function show(reply: FastifyReply, page: ConnectPage, next: string | null = null): FastifyReply {
  return reply.code(page.status).headers(pageHeaders(next)).send(renderPage(page));
}
