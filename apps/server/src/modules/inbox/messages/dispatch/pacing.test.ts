import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, describe, it } from "node:test";
import { withClient } from "@parley/database";
import { claim, fill, fresh, t, worker } from "../../../../../test/stages/pacing-stage.ts";

describe("the send budget of a channel", () => {
  before(fill);

  it("claims no more broadcast messages than the process has capacity for, and everything else before them", async () => {
    const at = await fresh(1_000);
    await withClient(t.database.admin, (admin) =>
      admin.query(`update outbound_dispatches set priority = 9
                    where message_id in (select message_id from outbound_dispatches order by message_id limit 430)`),
    );
    const claimed = async (after: number, bulkMax: number | null) => {
      const { rows } = await worker.query<{ priority: number }>(
        "select priority from claim_outbound($1, $2, 400, 150, $3, $4) where message_id is not null",
        [new Date(at + after), new Date(at + 60_000), randomUUID(), bulkMax],
      );
      return [rows.filter(({ priority }) => priority < 9).length, rows.filter(({ priority }) => priority === 9).length];
    };
    assert.deepEqual(await claimed(0, 7), [20, 7]);
    assert.deepEqual(await claimed(2_000, 0), [0, 0]);
    const [others, all] = await claimed(4_000, null);
    assert.ok(others === 0 && (all as number) > 7, `${all} without a bound`);
  });

  it("a clock set back does not stop the channel for the difference", async () => {
    const at = await fresh(80);
    for (let n = 0; n < 40; n++) await claim(at + 3_600_000 + n * 25);
    assert.ok((await claim(at)) > 0);
  });
});
