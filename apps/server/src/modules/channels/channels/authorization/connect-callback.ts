import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "#platform/db/database.ts";
import { wireId } from "#platform/ids/ids.ts";
import { cleanText, cut } from "#platform/text/clean.ts";
import { readState } from "./authorization-state.ts";
import type { AuthorizationRow } from "./authorizations.queries.ts";
import type { AuthorizationsService, RedirectResult } from "./authorizations.service.ts";
import type { ChannelStore } from "../channel-store.ts";
import { type ConnectPage, confirmation, pageHeaders, pageOf, renderPage, unknownState } from "./connect-page.ts";
import type { Upkeep } from "../credentials/upkeep.ts";

/**
 * The address that a platform redirects the person's browser to. It takes no API key: the state proves which authorisation it is, but not
 * that the person who signed in knows it, because the address may have been sent to somebody else. So a code is used only after the person
 * has seen which workspace gets the account, and agreed. Responds with a page for the person, or redirects to the address that was checked
 * when the authorisation began.
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
    const result = resultOf(query);
    if (state === null || result === null) return show(reply, unknownState);
    if ("code" in result && request.method === "GET") {
      const place = await deps.authorizations.findPlace(slug, state);
      return place === null ? show(reply, unknownState) : show(reply, confirmation(place), place.redirectUri);
    }
    const site = request.headers["sec-fetch-site"];
    if (request.method === "POST" && site !== undefined && site !== "same-origin") return show(reply, unknownState);
    const row = await deps.authorizations.handleReturn(slug, state, result);
    if (row === null) return show(reply, unknownState);
    const problems = row.status === "completed" ? await finish(state.tenantId, row) : [];
    if (row.redirect_uri === null) return show(reply, pageOf(row, problems));
    const target = new URL(row.redirect_uri);
    target.searchParams.set("authorization", wireId("cau", row.id));
    target.searchParams.set("status", row.status);
    return reply.headers(pageHeaders()).redirect(target.href, 303);
  }

  /** Finishes the set-up at the platform while the person waits; upkeep does it if this process dies. */
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
        // The page's form has no fields: the address carries everything.
        scope.removeAllContentTypeParsers();
        scope.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string", bodyLimit: 1_024 }, async () => null);
        for (const url of ["/connect/:slug/callback", "/connect/:slug/callback/"]) {
          scope.get(url, { exposeHeadRoute: false }, answer);
          // A link scanner must not use up the code, which is for the person's browser.
          scope.head(url, (_request, reply) => reply.headers(pageHeaders()).send());
          scope.post(url, answer);
        }
      });
    },
  };
}

/** A refusal takes precedence over a code; null if there is neither. */
function resultOf(query: Record<string, string | string[] | undefined>): RedirectResult | null {
  const error = only(query["error"]);
  if (error !== undefined) {
    const description = only(query["error_description"]) ?? only(query["error_reason"]) ?? error;
    // Untrusted: anybody with the address can write it.
    return { refused: cleanText(cut(description, 500)) };
  }
  const code = only(query["code"]);
  return code === undefined || code === "" || code.length > 4_000 ? null : { code };
}

/** A repeated parameter is ignored. */
function only(value: string | string[] | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function show(reply: FastifyReply, page: ConnectPage, next: string | null = null): FastifyReply {
  return reply.code(page.status).headers(pageHeaders(next)).send(renderPage(page));
}
