import assert from "node:assert/strict";
import { randomBytes, randomUUID } from "node:crypto";
import { describe, it } from "node:test";
import { createPublicLinks } from "./public-link.ts";

describe("public addresses", () => {
  const links = createPublicLinks(randomBytes(32));
  const now = new Date("2026-11-21T10:00:00Z");
  const [tenantId, mediaId] = [randomUUID(), randomUUID()];
  const token = links.tokenFor(tenantId, mediaId, now);

  it("name one content for half an hour", () => {
    assert.deepEqual(links.read(token, now), { tenantId, mediaId });
    assert.deepEqual(links.read(token, new Date(now.getTime() + 29 * 60_000)), { tenantId, mediaId });
    assert.equal(links.read(token, new Date(now.getTime() + 30 * 60_000)), null);
  });

  it("cannot be forged, changed or made with another key", () => {
    const bytes = Buffer.from(token, "base64url");
    for (let i = 0; i < bytes.length; i++) {
      const changed = Buffer.from(bytes);
      changed[i] = (changed[i] as number) ^ 1;
      assert.equal(links.read(changed.toString("base64url"), now), null, `byte ${i}`);
    }
    assert.equal(createPublicLinks(randomBytes(32)).read(token, now), null);
    for (const text of ["", "x", `${token}A`, token.slice(0, -1), `${token}=`, "é", "A".repeat(10_000)])
      assert.equal(links.read(text, now), null);
  });
});
