import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startTestApp } from "../../../../test/harness.ts";
import { metricKeys } from "./definitions.ts";

const app = await startTestApp();
after(() => app.stop());
const tenant = await app.tenant();
const path = "/api/v1/metrics";

test("definitions name every metric and its options, and each of them works", async () => {
  const { metrics } = (await tenant.api.get(`${path}/definitions`)).body;
  assert.deepEqual(
    metrics.map((m: any) => m.metric),
    [...metricKeys],
  );
  for (const { metric, dimensions } of metrics) {
    for (const by of ["channel", "channel_kind", "assignee", "division", "label", "author_kind", "hour_of_week"]) {
      const { status, text } = await tenant.api.get(`${path}/breakdown?metric=${metric}&by=${by}`);
      assert.equal(status, dimensions.includes(by) ? 200 : 400, `${metric} by ${by}: ${text}`);
    }
    assert.equal((await tenant.api.get(`${path}/timeseries?metric=${metric}`)).status, 200, metric);
  }
});
