import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { startTestApp } from "../harness.ts";

const t = await startTestApp();
after(() => t.stop());

describe("the interface specification", () => {
  it("openapi.json has no findings under Redocly's recommended rules", async () => {
    const config = await createConfig({
      extends: ["recommended"],
      rules: {
        // A literal segment takes precedence over a parameter, and the specification itself needs this (/agents/divisions beside
        // /agents/{id}).
        "no-ambiguous-paths": "off",
        // Additional rules: the API document has no findings under them.
        "no-unused-components": "error",
        "operation-4xx-response": "error",
        "no-invalid-schema-examples": "error",
        "no-invalid-parameter-examples": "error",
        // The rule takes each part of an allOf for the whole: the other parts' fields would be findings. Our own tests check every example.
        "no-invalid-media-type-examples": { severity: "error", allowAdditionalProperties: true },
      },
    });
    const problems = await lintFromString({ source: JSON.stringify(t.app.openapi), absoluteRef: "openapi.json", config });
    assert.deepEqual(
      problems.map((p) => `${p.ruleId}: ${p.message} at ${p.location[0]?.pointer}`),
      [],
    );
  });
});
