import { messages } from "../../messages.ts";

/** The bar while somebody acts in a client. */
export const acting = messages({
  "acting.title": "Acting for a client",
  "acting.text": "You are acting in {client} for {agency}. Everything is recorded in both audit logs.",
  "acting.left": { one: "{n} scope · ends in {time}", other: "{n} scopes · ends in {time}" },
  "acting.extend": "Extend by an hour",
  "acting.leave": "Leave",
});
