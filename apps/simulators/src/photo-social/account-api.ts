import { metaJson } from "../shared/signing.ts";
import type { Exchange } from "./exchange.ts";
import { unknownPath } from "./graph-errors.ts";
import type { Account, Token } from "./state.ts";

const FIELDS = new Set([
  "messages",
  "messaging_postbacks",
  "messaging_seen",
  "message_reactions",
  "messaging_referral",
  "messaging_optins",
  "message_edit",
  "message_echoes",
  "messaging_handover",
  "standby",
  "comments",
  "live_comments",
]);

type Fields = Record<string, unknown>;

/** The requested fields; always `id`. An unknown field is an error, as on the platform. */
function pick(exchange: Exchange, all: Fields, usual: string): void {
  const names = (exchange.query.get("fields") ?? usual).replaceAll(/\{[^{}]*\}/g, "").split(",");
  const unknownField = names.find((name) => !Object.hasOwn(all, name));
  if (unknownField !== undefined) return exchange.refuseWith(100, `Tried accessing nonexisting field (${unknownField})`);
  exchange.answer(metaJson({ ...Object.fromEntries(names.map((name) => [name, all[name]])), id: all.id }));
}

/** `GET /me` of an account: its own id is `user_id`; `id` is a different one, scoped to the app. */
export function handleMe(exchange: Exchange, token: Token): void {
  const account = exchange.state.accounts.get([...token.accounts][0] ?? "");
  if (account === undefined || token.kind === "user") return exchange.answer(metaJson({ id: "122100000000001", name: "Simulated Owner" }));
  if (token.kind === "page") return handlePage(exchange, account);
  const all = {
    id: account.appScopedId,
    user_id: account.accountId,
    username: account.username,
    name: account.name,
    account_type: "BUSINESS",
    profile_picture_url: `${exchange.state.baseUrl}/_media/none`,
  };
  pick(exchange, all, "id");
}

export function handlePage(exchange: Exchange, account: Account): void {
  const linked = { id: account.accountId, username: account.username };
  pick(exchange, { id: account.page?.id, name: account.page?.name, instagram_business_account: linked }, "id,name");
}

/** `GET /me/accounts` of a person: the granted pages, each with its own token and its linked account. */
export function handleAccounts(exchange: Exchange, token: Token): void {
  const { state } = exchange;
  if (token.kind !== "user") return exchange.refuseWith(100, "(accounts) is not a field of this object.");
  const data = [...token.accounts].flatMap((id) => {
    const account = state.accounts.get(id);
    if (account?.page === undefined) return [];
    const linked = { id: account.accountId, username: account.username };
    return [
      {
        id: account.page.id,
        name: account.page.name,
        access_token: account.page.accessToken,
        tasks: account.page.tasks,
        instagram_business_account: linked,
      },
    ];
  });
  exchange.answer(metaJson({ data, paging: { cursors: { before: "QVFI", after: "QVFI" } } }));
}

/** Name and picture of a person, who must have written to the account before. */
export function handleProfile(exchange: Exchange, token: Token, id: string): void {
  const { state } = exchange;
  const person = state.people.get(id);
  const wrote = [...token.accounts].some((accountId) => state.accounts.get(accountId)?.windows.has(id));
  if (person === undefined || !wrote) return exchange.refuseWith(230, "User consent is required.");
  const all = {
    id,
    name: person.name,
    username: person.username,
    profile_pic: `${state.baseUrl}/_media/none`,
    follower_count: 12,
    is_user_follow_business: true,
    is_business_follow_user: false,
    is_verified_user: false,
  };
  pick(exchange, all, "id,name");
}

/** Whether the account's messages are delivered to the app. Both families have this edge, on the account and on the page. */
export function handleSubscription(exchange: Exchange, account: Account, throughPage: boolean): void {
  const { method } = exchange.call;
  if (method === "GET") {
    const app = { id: "670000000000001", name: "Parley", subscribed_fields: [...account.subscribedFields] };
    return exchange.answer(metaJson({ data: account.subscribedFields.size > 0 ? [app] : [] }));
  }
  if (method === "DELETE") {
    account.subscribedFields.clear();
    return exchange.answer('{"success":true}');
  }
  if (method !== "POST") return exchange.refuse(unknownPath(exchange.call.path));
  if (throughPage && !account.page?.tasks.includes("MODERATE"))
    return exchange.refuseWith(200, "The user does not have the task MODERATE on this page.");
  const asked = String(exchange.query.get("subscribed_fields") ?? (exchange.call.body as Fields | undefined)?.subscribed_fields ?? "");
  const fields = asked.split(",").filter((field) => field !== "");
  const unknownField = fields.find((field) => !FIELDS.has(field));
  if (fields.length === 0 || unknownField !== undefined)
    return exchange.refuseWith(100, `Param subscribed_fields: ${unknownField ?? "required"}`);
  account.subscribedFields = new Set(fields);
  account.failingSince = undefined;
  exchange.answer('{"success":true}');
}
