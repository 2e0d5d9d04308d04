import assert from "node:assert/strict";
import type { LookupAddress } from "node:dns";
import { test } from "node:test";
import fc from "fast-check";
import { classifyAddress } from "./address-rules.ts";
import { createOutboundGuard, REFUSALS, type OutboundGuard, type RefusalReason } from "./guard.ts";

const strict = createOutboundGuard({ allow: "" });

const cases: [RefusalReason | "ok", string[]][] = [
  [
    "ok",
    [
      "https://example.com",
      "https://example.com/",
      "https://example.com/hook?a=1#x",
      "https://example.com:443/",
      "https://example.com:8443/hook",
      "HTTPS://EXAMPLE.COM/",
      "https://8.8.8.8/",
      "https://[2606:4700:4700::1111]/",
      "https://xn--bcher-kva.example.com/",
      "https://bücher.example.com/",
      "https://a.b.c.d.e.example.co.uk/",
      "https://example.com/@user",
      "https://example.com/?next=http://127.0.0.1/",
      "https://example.com/a:b@c",
      "https://1.1.1.1:8443/",
      "https://[::ffff:8.8.8.8]/",
      "https://my_host.example.com/",
      "https://localhost.example.com/",
      "https://127.0.0.1.example.com/",
      "https:example.com",
    ],
  ],
  [
    "invalid_url",
    [
      "",
      "example.com",
      "/hook",
      "//example.com/",
      "https://",
      "https:///",
      "ftp://example.com/",
      "file:///etc/passwd",
      "javascript:alert(1)",
      "data:text/plain,x",
      "gopher://127.0.0.1/",
      "ws://example.com/",
      "blob:https://example.com/x",
      "unix:/var/run/docker.sock",
      "https://exa mple.com/",
      " https://example.com/",
      "https://example.com/\n",
      "https://exam\tple.com/",
      "https://example.com\\@127.0.0.1/",
      "https:\\\\example.com",
      "https://1.2.3.4.5/",
      "https://256.1.1.1/",
      "https://999999999999/",
      "https://[::1/",
      "https://[fe80::1%25eth0]/",
      "https://example.com:99999/",
      "https://example.com:port/",
      "https://%00.example.com/",
      "https://exa<mple.com/",
      `https://example.com/${"x".repeat(2_048)}`,
      "https://[]/",
      "https://0x100000000/",
    ],
  ],
  ["https_required", ["http://example.com/", "http://example.com:443/", "http://8.8.8.8/", "HTTP://example.com"]],
  [
    "credentials_in_url",
    [
      "https://user@example.com/",
      "https://user:pass@example.com/",
      "https://:pass@example.com/",
      "https://@example.com/",
      "https://:@example.com/",
      "https://example.com@127.0.0.1/",
      "https://example.com%40x@127.0.0.1/",
      "https://user@127.0.0.1/",
      "https://a@b@example.com/",
    ],
  ],
  [
    "port_not_allowed",
    [
      "https://example.com:80/",
      "https://example.com:22/",
      "https://example.com:6379/",
      "https://example.com:8080/",
      "https://8.8.8.8:53/",
      "https://example.com:0/",
    ],
  ],
  ["trailing_dot", ["https://localhost./", "https://example.com./", "https://metadata.google.internal./", "https://LOCALHOST./"]],
  [
    "internal_host",
    [
      "https://localhost/",
      "https://LocalHost/",
      "https://foo.localhost/",
      "https://postgres/",
      "https://intranet/",
      "https://printer.local/",
      "https://metadata.google.internal/",
      "https://metadata/",
      "https://db.internal/",
      "https://localhost.localdomain/",
      "https://router.lan/",
      "https://x.home.arpa/",
      "https://ｌｏｃａｌｈｏｓｔ/",
      "https://%6cocalhost/",
      "https://kubernetes.default.svc.cluster.local/",
      "https://hidden.onion/",
      "http://localhost:3000/",
      "https://ip6-localhost/",
    ],
  ],
  [
    "private_address",
    [
      // all of these are 127.0.0.1
      "https://127.0.0.1/",
      "https://2130706433/",
      "https://0x7f000001/",
      "https://0X7F.0.0.1/",
      "https://0177.0.0.1/",
      "https://017700000001/",
      "https://127.1/",
      "https://127.0.1/",
      "https://0x7f.1/",
      "https://127.0.0.1:8443/",
      "https://１２７.０.０.１/",
      "https://①②⑦.0.0.1/",
      "https://127。0。0。1/",
      "https://127%2E0%2E0%2E1/",
      "https://%31%32%37.0.0.1/",
      "https://[::ffff:127.0.0.1]/",
      "https://[::ffff:7f00:1]/",
      "https://[::ffff:7f00:0001]/",
      "https://[0:0:0:0:0:ffff:127.0.0.1]/",
      "https://00000000177.0.0.1/",
      "https://127.0x0.0.01/",
      // other tricks
      "https://0/",
      "https://0.0.0.0/",
      "https://[::]/",
      "https://[::1]/",
      "https://[0:0:0:0:0:0:0:1]/",
      "https://[::127.0.0.1]/",
      "https://10.1.2.3/",
      "https://172.16.0.1/",
      "https://192.168.1.1/",
      "https://192.168.257/",
      "https://100.64.0.1/",
      "https://169.254.169.254/latest/meta-data/",
      "https://2852039166/",
      "https://0xa9fea9fe/",
      "https://0251.0376.0251.0376/",
      "https://169.254.43518/",
      "https://[::ffff:169.254.169.254]/",
      "https://[::ffff:a9fe:a9fe]/",
      "https://[fd00:ec2::254]/",
      "https://[fe80::1]/",
      "https://[fc00::1]/",
      "https://[64:ff9b::7f00:1]/",
      "https://[64:ff9b::169.254.169.254]/",
      "https://[2002:7f00:1::]/",
      "https://[2001::1]/",
      "https://[2001:db8::1]/",
      "https://198.18.0.1/",
      "https://224.0.0.1/",
      "https://255.255.255.255/",
      "https://168.63.129.16/",
      "https://192.0.0.192/",
      "http://127.0.0.1:3000/",
      "https://4294967295/",
    ],
  ],
];

for (const [expected, urls] of cases) {
  test(`${urls.length} addresses are judged ${expected}`, () => {
    for (const text of urls) {
      const check = strict.checkUrl(text);
      assert.equal(check.ok ? "ok" : check.reason, expected, text);
    }
  });
}

test("the table of cases is as large as stated", () => {
  assert.ok(cases.flatMap(([, urls]) => urls).length >= 120);
  const reasons = new Set(cases.map(([reason]) => reason));
  for (const reason of Object.keys(REFUSALS)) assert.ok(reasons.has(reason as RefusalReason), reason);
});

test("no text makes the check throw, and whatever passes is https to a public host", () => {
  const part = fc.constantFrom(
    "https:",
    "http:",
    "//",
    "/",
    "@",
    "127.0.0.1",
    "0x7f.1",
    "[::1]",
    "[::ffff:7f00:1]",
    "localhost",
    ".",
    ":",
    "443",
    "example.com",
    "%31",
    "。",
    "\\",
    "?",
    "#",
    "１",
    "\t",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.array(part, { maxLength: 8 }).map((parts) => parts.join("")),
        fc.webUrl(),
      ),
      (text) => {
        const check = strict.checkUrl(text);
        if (!check.ok) return;
        assert.equal(check.url.protocol, "https:");
        assert.ok(check.url.port === "" || check.url.port === "8443");
        assert.ok(check.url.hostname.startsWith("[") || check.url.hostname.includes("."));
        if (/^[\d.]+$/.test(check.url.hostname) || check.url.hostname.startsWith("["))
          assert.equal(classifyAddress(check.url.hostname), null);
      },
    ),
    { numRuns: 3_000 },
  );
});

const allowCases: [allow: string, url: string, expected: RefusalReason | "ok"][] = [
  ["127.0.0.1", "http://127.0.0.1:4000/hook", "ok"],
  ["127.0.0.1", "http://2130706433:4000/", "ok"],
  ["127.0.0.1", "http://[::ffff:127.0.0.1]:4000/", "ok"],
  ["127.0.0.1", "https://127.0.0.1/", "ok"],
  ["127.0.0.1", "http://127.0.0.2/", "private_address"],
  ["127.0.0.1", "http://localhost/", "internal_host"],
  ["127.0.0.1", "http://[::1]/", "private_address"],
  ["127.0.0.1", "http://10.0.0.1/", "private_address"],
  ["127.0.0.1", "http://user@127.0.0.1/", "credentials_in_url"],
  ["127.0.0.1", "http://127.0.0.1./", "ok"],
  ["127.0.0.1", "http://example.com/", "https_required"],
  ["10.1.0.0/16", "http://10.1.255.1:81/", "ok"],
  ["10.1.0.0/16", "http://10.2.0.1/", "private_address"],
  ["fd12::/32", "http://[fd12:0:ffff::1]/", "ok"],
  ["fd12::/32", "http://[fd13::1]/", "private_address"],
  ["::1", "http://[::1]:4000/", "ok"],
  ["[::1]", "http://[::1]:4000/", "ok"],
  ["[::1]:4000", "http://[::1]:4000/", "ok"],
  ["[::1]:4000", "http://[::1]:4001/", "private_address"],
  ["localhost", "http://localhost:4000/", "ok"],
  ["LOCALHOST", "http://localhost/", "ok"],
  ["localhost", "http://LOCALHOST/", "ok"],
  ["localhost", "http://127.0.0.1/", "private_address"],
  ["localhost", "http://foo.localhost/", "internal_host"],
  ["localhost", "http://localhost./", "trailing_dot"],
  ["localhost:4000", "http://localhost:4000/x", "ok"],
  ["localhost:4000", "http://localhost:4001/", "internal_host"],
  ["localhost:80", "http://localhost/", "ok"],
  ["localhost:443", "https://localhost/", "ok"],
  ["localhost:443", "http://localhost/", "internal_host"],
  ["127.0.0.1:4000", "http://127.0.0.1:4000/", "ok"],
  ["127.0.0.1:4000", "http://127.0.0.1:4001/", "private_address"],
  ["127.0.0.1:4000", "http://127.1:4000/", "ok"],
  ["sim.internal", "http://sim.internal:9/", "ok"],
  ["sim.internal", "http://a.sim.internal/", "internal_host"],
  ["example.com", "http://example.com:81/", "ok"],
  ["example.com", "http://www.example.com/", "https_required"],
  [" 127.0.0.1 , localhost , 10.0.0.0/8 ,", "http://10.9.9.9/", "ok"],
  ["127.0.0.1,localhost", "http://localhost/", "ok"],
  ["0.0.0.0/0", "http://10.0.0.1/", "ok"],
  ["0.0.0.0/0", "http://[::1]/", "private_address"],
  ["8.8.8.8", "http://8.8.8.8:53/", "ok"],
  ["bücher.internal", "http://xn--bcher-kva.internal/", "ok"],
];

test(`the allow list allows exactly what it names: ${allowCases.length} cases`, () => {
  for (const [allow, url, expected] of allowCases) {
    const check = createOutboundGuard({ allow }).checkUrl(url);
    assert.equal(check.ok ? "ok" : check.reason, expected, `${allow} | ${url}`);
  }
});

test("an invalid entry of the allow list is an error at startup that names it", () => {
  for (const allow of ["10.0.0.0/33", "http://localhost", "a b", "localhost/8", "user@localhost", "127.0.0.1, :80", "[::1", "host:port"]) {
    assert.throws(() => createOutboundGuard({ allow }), TypeError, allow);
  }
});

function lookUp(guard: OutboundGuard, hostname: string, port: number | null = 443): Promise<LookupAddress[]> {
  return new Promise((resolve, reject) => {
    guard.lookupFor(port)(hostname, { all: true }, (error, addresses) =>
      error === null ? resolve(addresses as LookupAddress[]) : reject(error),
    );
  });
}

test("the lookup returns checked addresses in the shapes that Node expects", async () => {
  const guard = createOutboundGuard({ allow: "", resolve: async () => ["93.184.215.14", "2606:4700::1"] });
  assert.deepEqual(await lookUp(guard, "example.com"), [
    { address: "93.184.215.14", family: 4 },
    { address: "2606:4700::1", family: 6 },
  ]);
  const single = await new Promise<unknown[]>((resolve) =>
    guard.connectLookup("example.com", { family: 6 }, (...answer) => resolve(answer)),
  );
  assert.deepEqual(single, [null, "2606:4700::1", 6]);
  const first = await new Promise<unknown[]>((resolve) => guard.connectLookup("example.com", {}, (...answer) => resolve(answer)));
  assert.deepEqual(first, [null, "93.184.215.14", 4]);
});

test("one forbidden address in the answer refuses the whole answer", async () => {
  const answers = [
    ["127.0.0.1"],
    ["93.184.215.14", "10.0.0.1"],
    ["2606:4700::1", "::ffff:127.0.0.1"],
    ["fe80::1%eth0"],
    ["93.184.215.14", "nonsense"],
    ["169.254.169.254"],
    ["::ffff:a9fe:a9fe"],
  ];
  for (const addresses of answers) {
    const guard = createOutboundGuard({ allow: "", resolve: async () => addresses });
    await assert.rejects(lookUp(guard, "rebind.example.com"), { code: "EBLOCKED", reason: "private_address" }, addresses.join());
  }
});

test("a name that changes its answer is checked again at every lookup", async () => {
  const answers = [["93.184.215.14"], ["169.254.169.254"]];
  const guard = createOutboundGuard({ allow: "", resolve: async () => answers.shift() ?? [] });
  await lookUp(guard, "rebind.example.com");
  await assert.rejects(lookUp(guard, "rebind.example.com"), { code: "EBLOCKED", address: "169.254.169.254" });
  await assert.rejects(lookUp(guard, "rebind.example.com"), { code: "ENOTFOUND" });
});

test("names may resolve to private addresses only if the name, the address or the network is allowed", async () => {
  const table: [allow: string, port: number | null, ok: boolean][] = [
    ["", 443, false],
    ["inner.example.com", 443, true],
    ["inner.example.com", null, true],
    ["inner.example.com:443", 443, true],
    ["inner.example.com:443", 8443, false],
    ["inner.example.com:443", null, false],
    ["10.0.0.0/8", 443, true],
    ["10.0.0.5", 443, true],
    ["10.0.0.6", 443, false],
    ["10.0.0.5:443", 443, true],
    ["10.0.0.5:443", 444, false],
    ["other.example.com", 443, false],
  ];
  for (const [allow, port, ok] of table) {
    const guard = createOutboundGuard({ allow, resolve: async () => ["10.0.0.5"] });
    if (ok) assert.equal((await lookUp(guard, "inner.example.com", port)).length, 1, allow);
    else await assert.rejects(lookUp(guard, "inner.example.com", port), { code: "EBLOCKED" }, `${allow} ${port}`);
  }
});

test("a resolver that never answers times out", async () => {
  const guard = createOutboundGuard({ allow: "", dnsTimeoutMs: 30, resolve: () => new Promise(() => {}) });
  await assert.rejects(lookUp(guard, "slow.example.com"), { code: "EDNSTIMEOUT" });
});
