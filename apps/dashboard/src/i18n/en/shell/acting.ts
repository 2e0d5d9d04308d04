import { messages } from "../../messages.ts";

/** The bar while somebody acts in a client. */
export const acting = messages({
  "acting.title": "Acting for a client",
  "acting.text": "You act in {client} for {agency}. Everything is written into both audit logs.",
  "acting.left": { one: "{n} scope · ends in {time}", other: "{n} scopes · ends in {time}" },
  "acting.extend": "Another hour",
  "acting.leave": "Leave",
});
