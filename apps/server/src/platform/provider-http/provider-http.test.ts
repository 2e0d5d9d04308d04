import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import type { HttpFailure } from "@parley/connector-kit";
import { classifyFailure } from "@parley/connector-kit/read";
import { createOutboundClient, type OutboundClient } from "../outbound-http/client.ts";
import { createOutboundGuard } from "../outbound-http/guard.ts";
import { createProviderHttp } from "./provider-http.ts";

let server: Server;
let origin: string;
const outbounds: OutboundClient[] = [];

before(async () => {
  server = createServer((_, response) => response.end(Buffer.alloc(5_000)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(async () => {
  for (const outbound of outbounds) await outbound.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function failureOf(base: string, url: string, allow: string): Promise<HttpFailure> {
  const outbound = createOutboundClient({ guard: createOutboundGuard({ allow }) });
  outbounds.push(outbound);
  const http = createProviderHttp(base, { outbound });
  try {
    await http.download({ url, bytesMax: 1_000 });
    throw new Error("it was downloaded");
  } catch (error) {
    return error as HttpFailure;
  } finally {
    await http.close();
  }
}

test("content above the limit is refused permanently, on the platform's own host and on any other", async () => {
  for (const base of [origin, "http://127.0.0.1:9"]) {
    const failure = await failureOf(base, `${origin}/x`, "127.0.0.1");
    assert.deepEqual([failure.httpFailure, failure.reason], [true, "too_large"], base);
    assert.equal(classifyFailure(failure).class, "permanent");
  }
});

test("so is a forbidden address", async () => {
  const failure = await failureOf("http://127.0.0.1:9", `${origin}/x`, "");
  assert.deepEqual([failure.reason, failure.reached], ["blocked", false]);
  assert.equal(classifyFailure(failure).class, "permanent");
});

test("a host that does not respond may respond later", async () => {
  const failure = await failureOf(origin, "http://127.0.0.1:9/x", "127.0.0.1");
  assert.deepEqual([failure.reason, failure.reached], ["network", false]);
  assert.equal(classifyFailure(failure).class, "retryable");
});

test("what the client itself refuses was never sent", async () => {
  const outbound = createOutboundClient({ guard: createOutboundGuard({ allow: "" }) });
  outbounds.push(outbound);
  const http = createProviderHttp(origin, { outbound });
  try {
    await assert.rejects(
      http.request({ method: "POST", path: "/x", headers: { authorization: "Bearer a\nb" } }),
      (failure: HttpFailure) => failure.httpFailure && !failure.reached,
    );
  } finally {
    await http.close();
  }
});
