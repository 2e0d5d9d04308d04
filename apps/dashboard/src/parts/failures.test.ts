import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { failureOf } from "./failures.ts";

interface Document {
  paths: Record<string, { post: { responses: Record<string, { $ref?: string; description?: string }> } }>;
  components: { responses: Record<string, { description: string }> };
}
const document = JSON.parse(readFileSync(new URL("../../../../openapi.json", import.meta.url), "utf8")) as Document;

/** Nobody reads these under a message: the outbox repeats the request, or the page leads away. */
const elsewhere = ["unauthorized", "grant_required", "invalid_json", "idempotency_conflict", "idempotency_in_progress"];

describe("what failures of messages say", () => {
  it("includes what to do next, for every code of sending", () => {
    const responses = Object.values(document.paths["/api/v1/messages"]?.post.responses ?? {}).map(({ $ref, description }) =>
      $ref === undefined ? description : document.components.responses[$ref.split("/").at(-1) ?? ""]?.description,
    );
    const refused = responses.flatMap((text) => [...(text ?? "").matchAll(/^`(\w+)`:/gm)].map((match) => match[1] as string));
    assert.ok(refused.includes("window_closed") && refused.length > 15, refused.join(", "));
    // Of messages that failed later: provider_error is a platform's refusal, template_required one of a broadcast.
    const codes = [...refused, "provider_error", "template_required", "insufficient_credits"].filter((code) => !elsewhere.includes(code));
    assert.deepEqual(
      codes.filter((code) => failureOf(code).remedy === null),
      [],
    );
  });
});
