import assert from "node:assert/strict";
import { test } from "node:test";
import { auditLog } from "../../../i18n/en/settings/audit-log.ts";
import type { I18n } from "../../../i18n/i18n.tsx";
import { auditSentence } from "./audit-sentence.ts";

const anna = { kind: "member", id: "agt_1", name: "Anna" } as const;

/** The English texts, with their values. */
const t = ((key: keyof typeof auditLog, values: Record<string, string>) =>
  auditLog[key].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "")) as unknown as I18n["t"];

test("entries are sentences, with names where they are known", () => {
  const said = (action: string, name: string | null = null, actor: Parameters<typeof auditSentence>[0]["actor"] = anna) =>
    auditSentence({ actor, action }, name, t);
  assert.equal(said("webhook.updated", "Orders"), "Anna changed the webhook Orders");
  assert.equal(said("ticket.created", null, { kind: "api", id: "key_1", name: "Shop" }), "The API key Shop created a ticket");
  assert.equal(said("session.started"), "Anna signed in");
  assert.equal(
    said("member.removed", null, { kind: "member", id: "agt_2", name: null }),
    "Somebody from another organization deleted the member",
  );
  assert.equal(said("teapot.warmed", null, { kind: "system", id: "kitchen", name: null }), "The system: teapot.warmed");
});
