import type { Exchange } from "./exchange.ts";
import { jsonList } from "./media-api.ts";
import type { Account } from "./state.ts";

/** `GET business/get/` */
export function handleAccount(exchange: Exchange, account: Account): void {
  const fields = jsonList(exchange.query.get("fields"));
  if (fields === undefined) return exchange.refuseWith(40002, "fields: Not a valid list.");
  const all: Record<string, unknown> = {
    username: account.username,
    display_name: account.displayName,
    profile_image: `${exchange.state.baseUrl}/_profile/${account.businessId}`,
  };
  exchange.answer(Object.fromEntries(fields.filter((field) => field in all).map((field) => [field, all[field]])));
}

const EVENT_TYPES = ["DIRECT_MESSAGE", "COMMENT", "VIDEO", "BRAND_MENTION"];

/** `business/webhook/update|list|delete/`: one URL per app and event type, for all its accounts. */
export function handleWebhook(exchange: Exchange, verb: "update" | "list" | "delete"): void {
  const { state, body, query } = exchange;
  const given = verb === "list" ? Object.fromEntries(query) : body;
  if (given.app_id !== state.clientKey || given.secret !== state.options.clientSecret) return exchange.refuseWith(40001);
  const type = String(given.event_type);
  if (!EVENT_TYPES.includes(type)) return exchange.refuseWith(40002, "event_type: Not a valid choice.");
  if (verb === "update") {
    const url = String(given.callback_url);
    if (!URL.canParse(url)) return exchange.refuseWith(40002, "callback_url: Not a valid URL.");
    state.webhooks.set(type, url);
  }
  if (verb === "delete") state.webhooks.delete(type);
  if (verb !== "list") state.route();
  const url = state.webhooks.get(type);
  exchange.answer({ event_type: type, ...(url === undefined ? {} : { callback_url: url }) });
}

/** `GET business/message/conversation/list/`, newest first. */
export function handleConversations(exchange: Exchange, account: Account): void {
  const { state, query } = exchange;
  const type = query.get("conversation_type");
  if (type !== "SINGLE" && type !== "STRANGER") return exchange.refuseWith(40002, "conversation_type: Not a valid choice.");
  const limit = Number(query.get("limit") ?? 100);
  const cursor = Number(query.get("cursor") ?? 0);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) return exchange.refuseWith(40002, "limit: Must be between 1 and 100.");
  if (!Number.isInteger(cursor) || cursor < 0) return exchange.refuseWith(40002, "cursor: Not a valid number.");
  const all = [...state.conversations.values()]
    .filter((conversation) => conversation.businessId === account.businessId && conversation.type === type)
    .sort((a, b) => b.updatedAt - a.updatedAt);
  const page = all.slice(cursor, cursor + limit);
  exchange.answer({
    conversations: page.map((conversation) => ({ conversation_id: conversation.id, update_time: conversation.updatedAt })),
    has_more: all.length > cursor + limit,
    cursor: cursor + page.length,
  });
}

/** `GET business/message/content/list/`: the newest twenty, with types in upper case as in all responses. */
export function handleContents(exchange: Exchange, account: Account): void {
  const { state, query } = exchange;
  const conversation = state.conversations.get(query.get("conversation_id") ?? "");
  if (conversation?.businessId !== account.businessId) return exchange.refuseWith(40007, "The conversation does not exist.");
  const person = state.person(conversation.userId);
  const customer = { role: "PERSONAL_ACCOUNT", id: person.userId };
  const business = { role: "BUSINESS_ACCOUNT", id: account.businessId };
  exchange.answer({
    participants: [
      { ...business, display_name: account.displayName, profile_image: `${state.baseUrl}/_profile/${account.businessId}` },
      { ...customer, display_name: person.displayName, profile_image: `${state.baseUrl}/_profile/${person.userId}`, is_follower: true },
    ],
    messages: conversation.messages.map(({ id, fromBusiness, at, fields, source }) => {
      const { type, ...rest } = fields;
      return {
        message_id: id,
        conversation_id: conversation.id,
        timestamp: at,
        from_user: fromBusiness ? business : customer,
        to_user: fromBusiness ? customer : business,
        message_type: String(type).toUpperCase(),
        message_tag: { source },
        ...rest,
      };
    }),
  });
}
