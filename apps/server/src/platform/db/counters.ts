import type { Tx } from "./database.ts";

/** Running numbers of an organization's own resources. */
export type Counter = "orders" | "tickets";

/** The tenant's next number. Locks the row: the next caller waits until the number is committed or rolled back. */
export async function takeNumber(tx: Tx, counter: Counter): Promise<number> {
  const [row] = await tx.query<{ value: number }>({
    name: "counter_take",
    text: `insert into tenant_counters as c (tenant_id, name, value) values ($1, $2, 1)
           on conflict (tenant_id, name) do update set value = c.value + 1 returning c.value`,
    values: [tx.tenantId, counter],
  });
  if (row === undefined) throw new Error("a counter without a row");
  return row.value;
}

/** For a number that the caller chose: the next one taken is greater. */
export async function advanceCounterPast(tx: Tx, counter: Counter, value: number): Promise<void> {
  await tx.query({
    name: "counter_pass",
    text: `insert into tenant_counters as c (tenant_id, name, value) values ($1, $2, $3)
           on conflict (tenant_id, name) do update set value = greatest(c.value, excluded.value)`,
    values: [tx.tenantId, counter, value],
  });
}
