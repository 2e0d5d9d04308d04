import { type AuthorizedAccount, type PlatformHttp, providerErrorOf } from "@parley/connector-kit";
import { type Json, idAt, listAt, objectAt, textAt } from "@parley/connector-kit/read";
import { type Exchange, refusal, tokenIn } from "./exchange.ts";
import { ask } from "./graph.ts";
import { subscribe } from "./subscription.ts";

/** Nobody manages that many pages: more result pages mean a loop. */
const LISTS_MAX = 50;

/**
 * Every professional account behind a page that the person granted, with the page's own token, which does not expire
 * because it comes from a long-lived token of the person. A page that the platform refuses permanently (the person
 * lacks a task there) is left out, so that the others can still be connected. When all are refused, the first refusal
 * explains why.
 */
export async function pageAccounts(
  version: string,
  { app, code, redirectUri }: Exchange,
  http: PlatformHttp,
): Promise<AuthorizedAccount[]> {
  const trade = async (query: Record<string, string>, hide: string) => {
    const all = new URLSearchParams({ client_id: app.id, client_secret: app.secret, ...query });
    return tokenIn(await ask({ method: "GET", path: `/v${version}/oauth/access_token?${all}`, base: "page" }, http, hide, app.secret));
  };
  const short = await trade({ redirect_uri: redirectUri, code }, code);
  const token = await trade({ grant_type: "fb_exchange_token", fb_exchange_token: short }, short);
  const accounts: AuthorizedAccount[] = [];
  let refused: unknown;
  for await (const page of pagesOf(version, token, http)) {
    const found = accountOf(page);
    if (found === undefined) continue;
    try {
      await subscribe(version, { id: found.pageId, base: "page" }, found.accessToken, http);
    } catch (error) {
      if (providerErrorOf(error)?.class !== "permanent") throw error;
      refused ??= error;
      continue;
    }
    accounts.push({
      externalId: found.accountId,
      name: found.name,
      config: { accountId: found.accountId, accessToken: found.accessToken, pageId: found.pageId },
    });
  }
  if (accounts.length === 0 && refused !== undefined) throw refused;
  if (accounts.length === 0) throw refusal("None of the pages that were granted has a linked professional account.");
  return accounts;
}

async function* pagesOf(version: string, token: string, http: PlatformHttp): AsyncIterable<unknown> {
  let after: string | undefined;
  for (let list = 0; list < LISTS_MAX; list += 1) {
    const query = new URLSearchParams({ fields: "id,name,access_token,tasks,instagram_business_account{id,username}" });
    if (after !== undefined) query.set("after", after);
    const body: Json = await ask({ method: "GET", path: `/v${version}/me/accounts?${query}`, base: "page", token }, http);
    yield* listAt(body, "data");
    const paging = objectAt(body, "paging");
    const next = textAt(objectAt(paging, "cursors"), "after");
    if (textAt(paging, "next") === undefined || next === undefined || next === after) return;
    after = next;
  }
}

function accountOf(page: unknown) {
  const linked = objectAt(page, "instagram_business_account");
  const accountId = idAt(linked, "id", 64);
  const pageId = idAt(page, "id", 64);
  const accessToken = textAt(page, "access_token");
  if (accountId === undefined || pageId === undefined || accessToken === undefined) return undefined;
  return { accountId, pageId, accessToken, name: textAt(linked, "username") ?? textAt(page, "name") ?? accountId };
}
