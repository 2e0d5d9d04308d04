import assert from "node:assert/strict";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { hostname } from "node:os";
import { test, type TestContext } from "node:test";
import { createDnsResolve, resolveBySystem } from "./dns.ts";

const NXDOMAIN = 3;

/** A name server with one answer: maps type A (1) or AAAA (28) to address bytes, a response code, or silence. */
async function nameServer(
  t: TestContext,
  answer: (type: number) => number[] | number | null,
): Promise<{ server: string; asked: number[] }> {
  const socket = createSocket("udp4");
  const asked: number[] = [];
  socket.on("message", (query, peer) => {
    const questionEnd = query.indexOf(0, 12) + 5;
    const type = query.readUInt16BE(questionEnd - 4);
    asked.push(type);
    const result = answer(type);
    if (result === null) return;
    const rdata = typeof result === "number" ? null : Buffer.from(result);
    const header = Buffer.from([
      query[0] as number,
      query[1] as number,
      0x81,
      0x80 | (typeof result === "number" ? result : 0),
      0,
      1,
      0,
      rdata === null ? 0 : 1,
      0,
      0,
      0,
      0,
    ]);
    const record =
      rdata === null ? Buffer.alloc(0) : Buffer.concat([Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 9, 0, rdata.length]), rdata]);
    socket.send(Buffer.concat([header, query.subarray(12, questionEnd), record]), peer.port, peer.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  t.after(() => socket.close());
  return { server: `127.0.0.1:${socket.address().port}`, asked };
}

test("both families are queried, and IPv4 comes first", async (t) => {
  const { server, asked } = await nameServer(t, (type) =>
    type === 1 ? [93, 184, 215, 14] : [0x26, 6, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
  );
  assert.deepEqual(await createDnsResolve({ servers: [server] })("example.com"), ["93.184.215.14", "2606:4700::1"]);
  assert.deepEqual(asked.sort(), [1, 28]);
});

test("a host without AAAA records still resolves", async (t) => {
  const { server } = await nameServer(t, (type) => (type === 1 ? [93, 184, 215, 14] : NXDOMAIN));
  assert.deepEqual(await createDnsResolve({ servers: [server] })("example.com"), ["93.184.215.14"]);
});

test("an unknown name is ENOTFOUND", async (t) => {
  const { server } = await nameServer(t, () => NXDOMAIN);
  await assert.rejects(createDnsResolve({ servers: [server] })("none.example.com"), { code: "ENOTFOUND" });
});

test("a silent name server causes an error instead of an endless wait", async (t) => {
  const { server } = await nameServer(t, () => null);
  const start = performance.now();
  await assert.rejects(createDnsResolve({ servers: [server], timeoutMs: 100 })("slow.example.com"), { code: "ETIMEOUT" });
  assert.ok(performance.now() - start < 30_000);
});

test("a name in this machine's hosts file is unknown to tenants' lookups and known to the operator's", async (t) => {
  const { server } = await nameServer(t, () => NXDOMAIN);
  await assert.rejects(createDnsResolve({ servers: [server] })(hostname()), { code: "ENOTFOUND" });
  assert.ok((await resolveBySystem("localhost")).every((address) => address === "127.0.0.1" || address === "::1"));
});
