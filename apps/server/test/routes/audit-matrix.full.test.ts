/**
 * Every write leaves a trace: each write route of openapi.json that a key may call is called once, and its audit entry is looked up in the
 * transaction of its response. Exceptions are in a short list with the reason; a new route is covered as soon as it is registered.
 */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, describe, it } from "node:test";
import { withClient } from "@parley/database";
import { type Fixture, makeFixture } from "../fixtures/fixtures.ts";
import { startTestApp } from "../harness.ts";
import { closeConnections, send } from "../raw-http.ts";
import { fill, type Operation, operationsOf } from "./route-operations.ts";
import { validBody, validParams, validQuery } from "./route-requests.ts";

const t = await startTestApp({ env: { RATE_LIMIT_PER_MINUTE: "10000000" } });
const writes = operationsOf(t.app.openapi).filter((operation) => operation.writes);
const [agency, platform] = [await makeFixture(t), await makeFixture(t, { platform: true })];
after(async () => {
  closeConnections();
  await t.stop();
});

const readsOnly = "changes nothing that anybody but its reader sees";
const recordedAsAiRequest = "changes nothing; what was asked of a model is in GET /ai/requests, and what it cost in the ledger";
/** Operations without an audit entry, and why. */
const unaudited: Record<string, string> = {
  sendMessage: "the message names its author, and stays",
  markConversationRead: readsOnly,
  markConversationUnread: readsOnly,
  readNotifications: readsOnly,
  setPresence: "tells the team for some seconds who looks, and is not stored",
  showTyping: "shows the customer for some seconds that somebody types",
  renderCannedReply: "counts a use of the reply, and writes a text for its reader",
  previewTemplate: readsOnly,
  uploadTemplateSample: "it is given to the platform, and nothing is stored here",
  previewSegment: readsOnly,
  previewBroadcast: readsOnly,
  suggestReply: recordedAsAiRequest,
  summarizeConversation: recordedAsAiRequest,
  rewriteText: recordedAsAiRequest,
  translateText: recordedAsAiRequest,
  suggestTags: recordedAsAiRequest,
  tryChatbot: recordedAsAiRequest,
  replayChatbotTurn: recordedAsAiRequest,
  validateFlow: readsOnly,
  testFlow: "is taken back",
  testWebhookFilter: readsOnly,
  planSnapshot: "is taken back",
  verifyDomain: "looks; told is what the look changes, and here it finds nothing (modules/agency/agencies/domains.test.ts)",
};

/** Operations whose entries are in another transaction than the response, and why nothing can be lost. */
const peopleHaveNoTenant = "people belong to no tenant: modules/administration/admin/users.service.ts";
const auditedSeparately: Record<string, string> = {
  suspendUser: peopleHaveNoTenant,
  unsuspendUser: peopleHaveNoTenant,
  updateConversations: "each conversation is changed in a savepoint, which has a number of its own",
};

/** What must be true so that the operation changes something: one that has no effect leaves no entry. */
const first: Record<string, (fixture: Fixture, id: string) => Promise<unknown>> = {
  deactivateVoiceAgent: ({ api }, id) => api.post(`/api/v1/voice-agents/${id}/activate`),
  resumeChatbot: ({ api }, id) => api.post(`/api/v1/conversations/${id}/chatbot/hand-over`),
  unblockContact: ({ api }, id) => api.post(`/api/v1/contacts/${id}/block`, {}),
  unmergeContact: ({ api, resources }, id) => api.post(`/api/v1/contacts/${resources.contact}/merge`, { contactId: id }),
  unsuspendUser: ({ api }, id) => api.post(`/api/v1/admin/users/${id}/suspend`),
  // Turned on again by the operation: others need an active app.
  updateAppStatus: ({ api }, id) => api.patch(`/api/v1/admin/apps/${id}/status`, { isActive: false }),
};
const bodies: Record<string, object> = {
  updateAppStatus: { isActive: true },
  updateBillingOrganization: { allowNegativeBalance: true },
};

interface Entry {
  tenant_id: string;
  actor_kind: string;
  actor_id: string | null;
  action: string;
  target_id: string | null;
  transaction: string;
}

async function ask(operation: Operation, fixture: Fixture): Promise<{ entries: Entry[]; transaction: string | null }> {
  const requestId = `audit-${randomBytes(8).toString("hex")}`;
  const query = new URLSearchParams(validQuery(operation, fixture)).toString();
  const body = bodies[operation.id] ?? validBody(operation, fixture);
  const params = await validParams(operation, fixture, true);
  await first[operation.id]?.(fixture, params["id"] as string);
  const response = await send(t.url, {
    method: operation.method,
    path: `/api/v1${fill(operation.path, params)}${query === "" ? "" : `?${query}`}`,
    headers: {
      authorization: `Bearer ${fixture.tenant.key}`,
      "x-request-id": requestId,
      "idempotency-key": requestId,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  assert.equal(response.status, 200, response.text);
  return await withClient(t.database.admin, async (admin) => {
    const entries = await admin.query<Entry>(
      "select tenant_id, actor_kind, actor_id, action, target_id, xmin::text as transaction from audit_entries where request_id = $1 order by id",
      [requestId],
    );
    const claims = await admin.query<{ transaction: string }>("select xmin::text as transaction from idempotency_keys where key = $1", [
      requestId,
    ]);
    return { entries: entries.rows, transaction: claims.rows[0]?.transaction ?? null };
  });
}

describe("the audit log", () => {
  it("has reasons only for routes that exist", () => {
    for (const id of Object.keys(unaudited))
      assert.ok(
        writes.some((operation) => operation.id === id),
        id,
      );
  });

  for (const operation of writes) {
    it(`${operation.id in unaudited ? "need not tell" : "tells"} ${operation.id}`, async () => {
      const fixture = operation.platformOnly ? platform : agency;
      const { entries, transaction } = await ask(operation, fixture);
      if (operation.id in unaudited) return assert.deepEqual(entries, [], "it leaves an entry: take it off the list");
      assert.ok(
        entries.length > 0,
        `${operation.id} leaves no audit entry: record one, or say why not in test/routes/audit-matrix.full.test.ts`,
      );
      for (const entry of entries) {
        assert.match(entry.action, /^[a-z_]+\.[a-z_]+$/);
        assert.ok(entry.target_id !== null, `${entry.action} says nothing of what it was done to`);
        assert.ok(entry.actor_id !== null && (entry.actor_kind === "api" || entry.actor_kind === "system"), JSON.stringify(entry));
      }
      assert.ok(
        entries.some((entry) => entry.actor_kind === "api"),
        "none names the key that asked",
      );
      // The response and the entry commit together or not at all.
      if (operation.id in auditedSeparately) return;
      assert.ok(
        entries.some((entry) => entry.transaction === transaction),
        `${JSON.stringify(entries)} and the stored answer (${transaction}) are of different transactions`,
      );
    });
  }
});
