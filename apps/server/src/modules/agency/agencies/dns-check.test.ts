/** What a browser would find at a domain that points here. */
import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { createServer, type Server } from "node:tls";
import { certificate } from "../../../../test/fakes/certificate.ts";
import { type DnsServer, startDnsServer } from "../../../../test/fakes/dns-server.ts";
import { createDnsCheck, proofName } from "./dns-check.ts";

const hostname = "inbox.agency.example";
const proof = "svc-verify=1";
let dns: DnsServer;
let server: Server;

before(async () => {
  dns = await startDnsServer();
  server = createServer(certificate);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
after(async () => {
  await new Promise((resolve) => server.close(resolve));
  await dns.close();
});

const check = (https?: { ca?: string; mayAsk?: () => boolean }) =>
  createDnsCheck({
    server: dns.address,
    target: () => "parley.example",
    https: { port: (server.address() as AddressInfo).port, ca: certificate.cert, mayAsk: () => true, ...https },
  }).lookUp({ hostname, proof });

test("a certificate is checked once the name points here, and only one for the name from a known authority counts", async () => {
  dns.txt.set(proofName(hostname), proof);
  dns.a.set(hostname, "127.0.0.1");
  assert.equal((await check()).certificate, null, "it leads elsewhere");
  dns.cname.set(hostname, "parley.example");
  const seen = await check();
  assert.deepEqual([seen.pointed, seen.certificate?.error], [true, null]);
  assert.ok((seen.certificate?.validUntil?.getTime() ?? 0) > Date.now());

  // Any other authority: the server's certificate is not signed by it.
  const unknown = await check({ ca: "" });
  assert.equal(unknown.certificate?.validUntil, null);
  assert.match(unknown.certificate?.error ?? "", /no valid certificate/);
  const refused = await check({ mayAsk: () => false });
  assert.match(refused.certificate?.error ?? "", /not a public address/);
  dns.a.delete(hostname);
  assert.match((await check()).certificate?.error ?? "", /no address/);
});

test("without the tests' exception, no private address is connected to", async () => {
  dns.txt.set(proofName(hostname), proof);
  dns.cname.set(hostname, "parley.example");
  dns.a.set(hostname, "127.0.0.1");
  const found = await createDnsCheck({ server: dns.address, target: () => "parley.example" }).lookUp({ hostname, proof });
  assert.match(found.certificate?.error ?? "", /not a public address/);
});
