/**
 * The data for measuring the dashboard: one organization, 10,000 open conversations, one of them with 2,000 messages, and a signed-in user.
 */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type pg from "pg";
import { wireId } from "../../apps/server/src/platform/ids/ids.ts";
import { loadLists } from "./lists-data.ts";
import type { BenchChannel, BenchTenant } from "./tenant.ts";

const root = join(import.meta.dirname, "..", "..");
const person = { email: "bench@example.com", password: "correct horse battery staple" };

export interface LongConversation {
  /** As on the wire, and as in the database. */
  wire: string;
  id: string;
  contactId: string;
  address: string;
}

/** Loads by SQL; the newest conversation is the long one. */
export async function loadInbox(
  admin: pg.Client,
  tenant: BenchTenant,
  channel: BenchChannel,
  sizes: { conversations: number; longest: number },
  say: (line: string) => void,
): Promise<LongConversation> {
  await admin.query("create table bench_tenants (n int, tenant_id uuid, channel_id uuid)");
  await admin.query("insert into bench_tenants values (0, $1, $2)", [tenant.id, channel.id]);
  const { conversations } = sizes;
  await loadLists(admin, { tenants: 2, conversations, conversationsOfLargest: conversations, messagesPerConversation: 5 }, say);
  // All of them on one list, which is what is measured.
  await admin.query("update conversations set status = 'open', pending_reason = null, resolved_at = null where tenant_id = $1", [
    tenant.id,
  ]);
  const { rows } = await admin.query<{ id: string; contact_id: string; address: string }>(
    "select conversation_id as id, contact_id, address from bench_people where tenant_id = $1 order by n desc limit 1",
    [tenant.id],
  );
  const [newest] = rows;
  if (newest === undefined) throw new Error("no conversation was loaded");
  await admin.query(
    `insert into messages (tenant_id, id, conversation_id, channel_id, contact_id, direction, type, from_address, to_address, text, status,
       sent_at, external_id, author_kind, author_id, occurred_at, created_at)
     select $1, (lpad(to_hex((extract(epoch from x.at) * 1000)::bigint), 12, '0') || '7' || substr(md5('long' || i), 1, 3) || '8' || substr(md5('long' || i), 4, 15))::uuid,
            $2, $3, $4, case when i % 2 = 0 then 'inbound' else 'outbound' end, 'text', case when i % 2 = 0 then $5 else '15550100100' end,
            case when i % 2 = 0 then '15550100100' else $5 end, 'Message ' || i || ' of the long conversation. ' || repeat('It has some words. ', 1 + i % 7),
            case when i % 2 = 0 then 'received' else 'read' end, x.at, 'wamid.long' || i, case when i % 2 = 0 then 'contact' else 'api' end, null, x.at, x.at
       from generate_series(1, $6::int) i cross join lateral (select now() - interval '2 hours' - ($6::int - i) * interval '20 s' as at) x`,
    [tenant.id, newest.id, channel.id, newest.contact_id, newest.address, sizes.longest],
  );
  await admin.query("analyze messages, conversations");
  return { id: newest.id, wire: wireId("conv", newest.id), contactId: wireId("cnt", newest.contact_id), address: newest.address };
}

/** The cookie of an owner's session: a user created by the command line, signed in through the API. */
export async function signIn(url: string, dataDir: string, tenant: BenchTenant): Promise<{ name: string; value: string }> {
  await promisify(execFile)(
    process.execPath,
    [
      join(root, "apps/server/src/cli/main.ts"),
      ...["user", "create", "--email", person.email, "--password", person.password],
      ...["--tenant", wireId("org", tenant.id), "--role", "owner", "--name", "Bench Person"],
    ],
    { env: { ...process.env, DATA_DIR: dataDir } },
  );
  const response = await fetch(`${url}/api/v1/auth/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify(person),
  });
  const cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const at = cookie.indexOf("=");
  if (response.status !== 200 || at === -1) throw new Error(`sign-in: ${response.status} ${await response.text()}`);
  return { name: cookie.slice(0, at), value: cookie.slice(at + 1) };
}

/** Events of messages that nobody is viewing, `perSecond` by the clock: what a busy day sends to every open page. */
export async function sendEvents(admin: pg.Client, tenant: BenchTenant, count: number, perSecond: number): Promise<void> {
  const startedAt = performance.now();
  const atOnce = Math.max(1, Math.round(perSecond / 10));
  for (let sent = 0; sent < count; sent += atOnce) {
    await admin.query(
      `insert into event_log (tenant_id, id, type, data, created_at)
       select $1, gen_random_uuid(), 'message.status', jsonb_build_object('channelId', null, 'conversationId', 'conv_' || replace(p.conversation_id::text, '-', ''),
                'message', jsonb_build_object('id', 'msg_' || replace(p.last_message_id::text, '-', ''), 'status', 'read'))::json, clock_timestamp()
         from bench_people p where p.tenant_id = $1 order by p.n offset $2 limit $3`,
      [tenant.id, sent % 5_000, Math.min(atOnce, count - sent)],
    );
    const dueMs = (sent / perSecond) * 1_000 - (performance.now() - startedAt);
    if (dueMs > 0)
      await new Promise((resolve) => {
        setTimeout(resolve, dueMs);
      });
  }
}
