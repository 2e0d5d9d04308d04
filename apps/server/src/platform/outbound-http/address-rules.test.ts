import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { canonicalAddress, cidrList, classifyAddress, type AddressClass } from "./address-rules.ts";

// First and last address of each range, and the neighbours outside it if those are public.
const refused: [AddressClass, string[]][] = [
  ["unspecified", ["0.0.0.0", "0.255.255.255", "::", "0:0:0:0:0:0:0:0"]],
  [
    "private",
    [
      "10.0.0.0",
      "10.255.255.255",
      "172.16.0.0",
      "172.31.255.255",
      "192.168.0.0",
      "192.168.255.255",
      "fc00::",
      "fd12:3456::1",
      "fdff:ffff::",
      "fec0::1",
    ],
  ],
  ["shared", ["100.64.0.0", "100.127.255.255"]],
  ["loopback", ["127.0.0.1", "127.255.255.255", "::1", "0:0:0:0:0:0:0:1"]],
  ["link_local", ["169.254.0.0", "169.254.255.255", "fe80::1", "fe80::1%eth0", "febf:ffff::"]],
  [
    "metadata",
    [
      "169.254.169.254",
      "169.254.170.2",
      "100.100.100.200",
      "192.0.0.192",
      "168.63.129.16",
      "fd00:ec2::254",
      "fd00:ec2::23",
      "fd20:ce::254",
    ],
  ],
  [
    "protocol",
    [
      "192.0.0.0",
      "192.0.0.255",
      "192.31.196.1",
      "192.52.193.1",
      "192.175.48.1",
      "2001:2::1",
      "2001:10::1",
      "2001:20::1",
      "2001:1ff:ffff::",
      "2620:4f:8000::1",
    ],
  ],
  ["documentation", ["192.0.2.0", "192.0.2.255", "198.51.100.7", "203.0.113.255", "2001:db8::1", "3fff::1"]],
  ["tunnel", ["192.88.99.1", "2001::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "2002::", "2002:7f00:1::", "2002:a9fe:a9fe::1"]],
  ["benchmarking", ["198.18.0.0", "198.19.255.255"]],
  ["multicast", ["224.0.0.1", "239.255.255.255", "ff02::1", "ff05::1:3"]],
  [
    "reserved",
    ["240.0.0.0", "255.255.255.255", "100::1", "5f00::1", "4000::1", "8000::1", "e000::1", "::2", "::7f00:1", "::127.0.0.1", "1fff::1"],
  ],
  [
    "translation",
    ["64:ff9b::7f00:1", "64:ff9b::169.254.169.254", "64:ff9b:1::1", "64:ff9b::8.8.8.8", "::ffff:0:127.0.0.1", "::ffff:0:7f00:1"],
  ],
  [
    "malformed",
    [
      "",
      "localhost",
      "1.2.3",
      "1.2.3.4.5",
      "256.1.1.1",
      "0x7f.1.1.1",
      "2130706433",
      "01.2.3.4",
      "1.2.3.4/8",
      "::g",
      "1::2::3",
      " 127.0.0.1",
      "127.0.0.1\0",
    ],
  ],
];

for (const [kind, addresses] of refused) {
  test(`refused as ${kind}: ${addresses.length} addresses`, () => {
    for (const address of addresses) assert.equal(classifyAddress(address), kind, address);
  });
}

test("v4-mapped IPv6 is classified as the IPv4 address the kernel uses, in both spellings", () => {
  const table: [string, AddressClass | null][] = [
    ["::ffff:127.0.0.1", "loopback"],
    ["::ffff:7f00:1", "loopback"],
    ["0:0:0:0:0:ffff:7f00:0001", "loopback"],
    ["::FFFF:10.0.0.1", "private"],
    ["::ffff:a9fe:a9fe", "metadata"],
    ["::ffff:0.0.0.0", "unspecified"],
    ["::ffff:8.8.8.8", null],
    ["::ffff:808:808", null],
    ["[::ffff:c0a8:1]", "private"],
  ];
  for (const [address, expected] of table) assert.equal(classifyAddress(address), expected, address);
});

test("public addresses pass, right up to the boundaries", () => {
  const table = [
    "1.0.0.0",
    "8.8.8.8",
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "126.255.255.255",
    "128.0.0.0",
    "169.253.255.255",
    "169.255.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "191.255.255.255",
    "192.0.1.0",
    "192.0.3.0",
    "192.167.255.255",
    "192.169.0.0",
    "198.17.255.255",
    "198.20.0.0",
    "198.51.99.255",
    "198.51.101.0",
    "203.0.112.255",
    "203.0.114.0",
    "223.255.255.255",
    "168.63.129.15",
    "2000::1",
    "2001:200::1",
    "2001:4860:4860::8888",
    "2001:db7:ffff::1",
    "2003::1",
    "2606:4700:4700::1111",
    "2a00:1450::1",
    "3ffe::1",
    "3fff:1000::1",
  ];
  for (const address of table) assert.equal(classifyAddress(address), null, address);
});

test("an address has one canonical spelling, and only IPv6 within 2000::/3 can be public", () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      const canonical = canonicalAddress(address);
      assert.ok(canonical !== null);
      assert.equal(canonicalAddress(canonical), canonical);
      assert.equal(classifyAddress(canonical), classifyAddress(address));
      if (canonical.includes(":") && classifyAddress(address) === null) assert.match(canonical, /^[23][0-9a-f]{3}:/);
    }),
    { numRuns: 2_000 },
  );
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      const kind = classifyAddress(address);
      assert.equal(classifyAddress(`::ffff:${address}`), kind);
      assert.notEqual(classifyAddress(`64:ff9b::${address}`), null);
      assert.notEqual(classifyAddress(`::${address}`), null);
    }),
    { numRuns: 2_000 },
  );
});

test("a wrong CIDR is an error, not an empty rule", () => {
  for (const cidr of ["", "10.0.0.0/33", "::/129", "10.0.0/8", "10.0.0.0/", "10.0.0.0/-1", "host/8", "10.0.0.0/8/8"])
    assert.throws(() => cidrList([cidr]), TypeError, cidr);
});
