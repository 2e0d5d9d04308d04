import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { startInbox } from "../../../../test/inbox.ts";
import { plannerSettings } from "#platform/db/plans.ts";

const { t, tenant, channel, incoming } = await startInbox("44770076");

test("a search in a tenant with many messages uses the trigram index", async () => {
  const { conversation, contactId } = await incoming("needle in a haystack");
  const id = (wire: string) => wire.split("_")[1];
  const admin = new pg.Client({ ...t.database.admin, options: "-c search_path=public" });
  const plans: string[] = [];
  admin.on("notice", (notice) => plans.push(notice.message ?? ""));
  await admin.connect();
  await admin.query(plannerSettings(undefined));
  try {
    await admin.query("set session_replication_role = replica");
    await admin.query(
      `insert into message_search (tenant_id, message_id, conversation_id, channel_id, occurred_at, version, folded)
       select $1, gen_random_uuid(), $2, $3, now() - i * interval '1 s', '-infinity', ' message ' || md5(i::text) || ' '
         from generate_series(1, 30000) i`,
      [tenant.id, id(conversation.id), id(channel.id)],
    );
    await admin.query("reset session_replication_role; analyze message_search; analyze conversations; load 'auto_explain'");
    await admin.query(
      `set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on; set client_min_messages = log;
       set app.tenant_id = '${tenant.id}'; set role parley_app`,
    );
    for (const [args, found] of [
      ["array['% needle%'], null, null", 1],
      ["array['% nedle%'], array['nedle'], null", 1],
      ["array['% xylophone%'], array['xylophone'], null", 0],
    ] as const) {
      plans.length = 0;
      const { rows } = await admin.query(`select * from search_messages(${args}, null, null, null, null, null, null, 10)`);
      assert.equal(rows.length, found, args);
      const searches = plans.filter((plan) => /folded ~~|<% folded|%> folded/.test(plan));
      assert.ok(searches.length > 0, plans.join("\n"));
      for (const plan of searches) assert.match(plan, /Bitmap Index Scan on message_search_text/, plan);
    }
    const finds = async (args: string, index: string) => {
      plans.length = 0;
      const { rows } = await admin.query(`select * from search_conversations(${args}, null, null, null, null, 10)`);
      assert.equal(rows.length, 1, args);
      assert.ok(
        plans.some((plan) => plan.includes(`Scan on ${index}`) || plan.includes(`Scan using ${index}`)),
        `${args}\n${plans.join("\n")}`,
      );
    };
    // One conversation has all those messages: each of its words is one of many, so the planner might read the list of conversations
    // instead.
    await finds("array['% needle%'], null, null, null", "message_search_text");
    await finds("null, array['nedle'], null, '{}'", "message_search_text");
    await finds("array['% message%'], null, null, null", "message_search_of");
    // For a handful of conversations any index is as good as another.
    await admin.query("reset role; set session_replication_role = replica");
    await admin.query(
      `insert into conversations (tenant_id, id, channel_id, channel_kind, contact_id, identity_id, status, resolved_at, last_message_at, created_at, updated_at)
       select tenant_id, gen_random_uuid(), channel_id, channel_kind, gen_random_uuid(), gen_random_uuid(), 'resolved', now(),
              last_message_at - i * interval '1 s', created_at, updated_at
         from conversations, generate_series(1, 3000) i where tenant_id = $1 and id = $2`,
      [tenant.id, id(conversation.id)],
    );
    await admin.query("reset session_replication_role; analyze conversations; set role parley_app");
    await finds(`null, null, null, array['${id(contactId)}']::uuid[]`, "conversations_by_contact");
  } finally {
    await admin.end();
  }
});
