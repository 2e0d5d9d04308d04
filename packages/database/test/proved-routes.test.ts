import assert from "node:assert/strict";
import { test } from "node:test";
import { ensureRoles, migrate, silentLog, withClient } from "../src/index.ts";
import { makeEmptyDatabase } from "./support.ts";

/**
 * A data folder of the release before. Whoever was served goes on being served, so that the change loses no message of a channel that
 * worked; the platform is asked about everybody who had only named a number, but for those the operator had connected.
 */
test("0048_proved_routes keeps serving who was served: by what was proved, by the operator's word, else until the platform has answered", async () => {
  const database = await makeEmptyDatabase();
  try {
    await withClient(database.admin, (client) => ensureRoles(client, {}));
    await migrate(database.admin, { log: silentLog, targetVersion: 47 });
    const ask = (sql: string) => withClient(database.admin, async (client) => (await client.query(sql)).rows);
    // name, status, reason, proof of the route it holds (none: another tenant's), unsettled claim, made by
    const rows: [string, string, string | null, string | null, string | null, string][] = [
      ["credentials", "Connected", null, "credentials", null, "k"],
      ["sign-in", "Connected", null, "authorization", null, "k"],
      ["operator", "Connected", null, "named", null, "operator"],
      ["by its name", "Connected", null, "named", null, "k"],
      ["switched off here", "Disconnected", null, "named", null, "k"],
      ["on its way", "Pending", null, "named", "authorization", "k"],
      ["refused", "NeedsReauth", "190", "credentials", null, "k"],
      ["refused, by the operator", "NeedsReauth", "190", "named", null, "operator"],
      ["taken away", "Disconnected", "The account left.", "named", null, "k"],
      ["lost", "Connected", null, null, null, "k"],
    ];
    for (const [n, [name, status, reason, proof, claim, actor]] of rows.entries()) {
      const [{ id: tenant }] = (await ask(`insert into tenants (tenant_id, name, kind, created_at, updated_at)
        values (gen_random_uuid(), 'T', 'business', now(), now()) returning tenant_id as id`)) as [{ id: string }];
      const [{ id: channel }] = (await ask(`insert into channels (tenant_id, id, kind, name, external_id, status, status_reason, secrets,
          messages_per_second, created_at, updated_at)
        values ('${tenant}', gen_random_uuid(), 'chat_app', '${name}', 'n${n}', '${status}', ${reason === null ? "null" : `'${reason}'`}, '', 1, now(), now())
        returning id`)) as [{ id: string }];
      await ask(`insert into channel_routes (tenant_id, channel_id, kind, route_by, external_id, claim)
        values ('${tenant}', '${channel}', 'chat_app', 'channel', 'n${n}', ${claim === null ? "null" : `'${claim}'`})`);
      if (proof !== null)
        await ask(`insert into shared_routes (tenant_id, kind, route_by, external_id, proof, held_at)
          values ('${tenant}', 'chat_app', 'channel', 'n${n}', '${proof}', now())`);
      await ask(`insert into audit_entries (tenant_id, id, actor_kind, actor_id, action, target_id, created_at)
        values ('${tenant}', gen_random_uuid(), '${actor === "operator" ? "system" : "key"}', '${actor}', 'channel.created',
          'chn_' || replace('${channel}', '-', ''), now())`);
    }
    await migrate(database.admin, { log: silentLog });
    const after =
      await ask(`select c.name, r.proof, c.ownership_check_at is not null as asked, c.awaits_proof as awaits, c.claimed_at = c.created_at as dated,
        exists (select from shared_routes s where s.tenant_id = c.tenant_id and s.external_id = c.external_id and s.proved_at is not null) as held
      from channels c join channel_routes r on r.tenant_id = c.tenant_id and r.channel_id = c.id order by c.external_id`);
    const shown = (proof: string | null, asked: boolean) => ({ proof, asked, awaits: false, dated: true, held: proof !== null });
    assert.deepEqual(after, [
      { name: "credentials", ...shown("credentials", false) },
      { name: "sign-in", ...shown("authorization", false) },
      { name: "operator", ...shown("operator", false) },
      { name: "by its name", ...shown("inherited", true) },
      { name: "switched off here", ...shown("inherited", true) },
      { name: "on its way", ...shown("authorization", false) },
      { name: "refused", ...shown(null, true) },
      { name: "refused, by the operator", ...shown("operator", false) },
      { name: "taken away", ...shown(null, true) },
      { name: "lost", ...shown(null, true) },
    ]);
    assert.deepEqual(await ask("select relname::text from pg_class where relrowsecurity and not relforcerowsecurity"), []);
  } finally {
    await database.drop();
  }
});
