/** Flows of any tenant, for tests: creating, activating, and reading their runs. */
import { ok } from "./responses.ts";
import type { TestApp, TestTenant } from "./harness.ts";
import { wholeList } from "./inbox.ts";

/** An active flow. */
export async function makeFlow(own: TestTenant, trigger: object, steps: object[], more: object = {}): Promise<any> {
  const made = await ok(own.api.post("/api/v1/flows", { name: "Flow", trigger, steps, ...more }));
  return ok(own.api.post(`/api/v1/flows/${made.id}/activate`));
}

/** Newest first, as the list shows them. */
export const runsOf = (own: TestTenant, { id }: { id: string }): Promise<any[]> => wholeList(own.api, `/api/v1/flows/${id}/runs`);

/** Once everything has settled, each with its steps. */
export async function endedRunsOf(t: Pick<TestApp, "settle">, own: TestTenant, flow: { id: string }): Promise<any[]> {
  await t.settle();
  return Promise.all((await runsOf(own, flow)).map(async (run) => ok(own.api.get(`/api/v1/flow-runs/${run.id}`))));
}
