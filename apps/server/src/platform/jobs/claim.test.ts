import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Claimed, type ClaimSource, rotateLanes } from "./claim.ts";

interface Row extends Claimed {
  channel_id: string;
}

/** Claims from a table in which every lane except those in `idle` always has more work; unordered. */
function endless(lanes: [tenant: string, lane: string][], idle: Set<string>) {
  return {
    async claim<T extends Claimed>(
      source: ClaimSource,
      options: { lanes: number; after?: { tenantId: string; lane: string } },
    ): Promise<T[]> {
      assert.ok(source.lane === "tenant_id" || source.columns.includes(source.lane), "the lane comes back");
      const { after } = options;
      const beyond = lanes.filter(
        ([tenant, lane]) => !idle.has(lane) && (!after || tenant > after.tenantId || (tenant === after.tenantId && lane > after.lane)),
      );
      const rows = beyond.slice(0, options.lanes).map(([tenant, lane]) => ({ tenant_id: tenant, channel_id: lane, attempts: 1 }));
      return rows.reverse() as unknown as T[];
    },
  };
}

describe("claims that rotate through all lanes", () => {
  const options = { now: new Date(0), leaseMs: 1, perLane: 1, lanes: 2 };
  const source: ClaimSource = { table: "t", lane: "channel_id", order: "t.run_at", key: ["id"], columns: [] };
  const lanes: [string, string][] = [
    ["a", "5"],
    ["a", "6"],
    ["b", "1"],
    ["b", "2"],
    ["c", "0"],
  ];

  it("every lane gets its turn, even though the first ones always have more work", async () => {
    const claim = rotateLanes<Row>(endless(lanes, new Set()) as never, source);
    const turns = [];
    for (let round = 0; round < 4; round++) turns.push((await claim(options)).map((row) => row.channel_id).sort());
    assert.deepEqual(turns, [["5", "6"], ["1", "2"], ["0"], ["5", "6"]]);
  });

  it("a lane with work is found in the same round, wherever the last one ended", async () => {
    const idle = new Set<string>();
    const claim = rotateLanes<Row>(endless(lanes, idle) as never, source);
    await claim(options);
    for (const lane of ["1", "2", "0", "6"]) idle.add(lane);
    assert.deepEqual(
      (await claim(options)).map((row) => row.channel_id),
      ["5"],
    );
    idle.add("5");
    assert.deepEqual(await claim(options), []);
    idle.delete("5");
    assert.equal((await claim(options)).length, 1);
  });

  it("lanes that are tenants need no separate column", async () => {
    const claim = rotateLanes<Row>(
      endless(
        [
          ["a", "a"],
          ["b", "b"],
        ],
        new Set(),
      ) as never,
      { ...source, lane: "tenant_id" },
    );
    const turns = [];
    for (let round = 0; round < 3; round++) turns.push((await claim({ ...options, lanes: 1 })).map((row) => row.tenant_id));
    assert.deepEqual(turns, [["a"], ["b"], ["a"]]);
  });
});
