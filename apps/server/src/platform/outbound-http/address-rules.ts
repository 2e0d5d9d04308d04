import { BlockList, isIP } from "node:net";

/**
 * The IP addresses that a tenant may make us call: only public ones. The table is the union of what Svix
 * (webhook_http_client.rs) and Smokescreen (smokescreen.go) refuse, plus the clouds' metadata addresses; sources: IANA
 * special-purpose registries (RFC 6890 and successors; read 2026-11-20). IPv6 is closed by default: only 2000::/3 is
 * public at all.
 */
export type AddressClass =
  | "unspecified"
  | "private"
  | "shared"
  | "loopback"
  | "link_local"
  | "metadata"
  | "protocol"
  | "documentation"
  | "benchmarking"
  | "multicast"
  | "reserved"
  | "translation"
  | "tunnel"
  | "malformed";

const RULES: readonly (readonly [cidr: string, kind: AddressClass])[] = [
  ["169.254.169.254/32", "metadata"], // AWS, Azure, GCP, Oracle, DigitalOcean, …
  ["169.254.170.0/24", "metadata"], // AWS container credentials
  ["100.100.100.200/32", "metadata"], // Alibaba
  ["192.0.0.192/32", "metadata"], // Oracle, older
  ["168.63.129.16/32", "metadata"], // Azure's wire server: a public address that responds only inside
  ["fd00:ec2::/32", "metadata"], // AWS: fd00:ec2::254 and ::23
  ["fd20:ce::254/128", "metadata"], // GCP
  ["0.0.0.0/8", "unspecified"],
  ["10.0.0.0/8", "private"],
  ["100.64.0.0/10", "shared"], // carrier-grade NAT, and many clusters' pods
  ["127.0.0.0/8", "loopback"],
  ["169.254.0.0/16", "link_local"],
  ["172.16.0.0/12", "private"],
  ["192.0.0.0/24", "protocol"],
  ["192.0.2.0/24", "documentation"],
  ["192.31.196.0/24", "protocol"], // AS112
  ["192.52.193.0/24", "protocol"], // AMT
  ["192.88.99.0/24", "tunnel"], // 6to4 relay
  ["192.168.0.0/16", "private"],
  ["192.175.48.0/24", "protocol"], // AS112
  ["198.18.0.0/15", "benchmarking"],
  ["198.51.100.0/24", "documentation"],
  ["203.0.113.0/24", "documentation"],
  ["224.0.0.0/4", "multicast"],
  ["240.0.0.0/4", "reserved"], // including broadcast
  ["::/128", "unspecified"],
  ["::1/128", "loopback"],
  ["::ffff:0:0:0/96", "translation"], // IPv4-translated (SIIT); v4-mapped ones are classified as their IPv4 address
  ["64:ff9b::/96", "translation"], // NAT64: reaches any IPv4 address through the gateway
  ["64:ff9b:1::/48", "translation"],
  ["100::/64", "reserved"], // discard
  ["2001::/32", "tunnel"], // Teredo
  ["2001:db8::/32", "documentation"],
  ["2001::/23", "protocol"], // benchmarking, ORCHID, anycast services
  ["2002::/16", "tunnel"], // 6to4: contains an IPv4 address
  ["2620:4f:8000::/48", "protocol"], // AS112
  ["3fff::/20", "documentation"],
  ["5f00::/16", "reserved"], // segment routing
  ["fc00::/7", "private"],
  ["fe80::/10", "link_local"],
  ["fec0::/10", "private"], // site-local: deprecated, but still routed in places
  ["ff00::/8", "multicast"],
];

const lists = RULES.map(([cidr, kind]) => ({ kind, list: cidrList([cidr]) }));
const publicIpv6 = cidrList(["2000::/3"]);

/**
 * Why the address must not be called, or null if it is public. Accepts every spelling that `net.isIP` accepts,
 * including scoped ones.
 */
export function classifyAddress(address: string): AddressClass | null {
  const canonical = canonicalAddress(address);
  if (canonical === null) return "malformed";
  const family = canonical.includes(":") ? "ipv6" : "ipv4";
  for (const { kind, list } of lists) {
    if (list.check(canonical, family)) return kind;
  }
  return family === "ipv6" && !publicIpv6.check(canonical, "ipv6") ? "reserved" : null;
}

/**
 * One spelling per address: dotted IPv4, also for v4-mapped IPv6 (the kernel treats it as IPv4); compressed IPv6,
 * without brackets and `%scope`. Null for anything but an address, including the short and numeric IPv4 forms, which
 * `URL` has already resolved.
 */
export function canonicalAddress(address: string): string | null {
  const bare = address.replace(/^\[(.*)\]$/, "$1").replace(/%.*$/s, "");
  const version = isIP(bare);
  if (version === 0) return null;
  if (version === 4) return bare;
  const compressed = URL.parse(`http://[${bare}]/`)?.hostname.slice(1, -1);
  if (compressed === undefined) return null;
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(compressed);
  if (mapped === null) return compressed;
  const [high, low] = [Number.parseInt(mapped[1] as string, 16), Number.parseInt(mapped[2] as string, 16)];
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}

/** @throws TypeError for an entry that is neither an address nor a CIDR */
export function cidrList(cidrs: readonly string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const match = /^([^/]+?)(?:\/(\d{1,3}))?$/.exec(cidr);
    const [address = "", bits] = [match?.[1], match?.[2]];
    const version = isIP(address);
    const width = version === 4 ? 32 : 128;
    const prefix = bits === undefined ? width : Number(bits);
    if (version === 0 || prefix > width) throw new TypeError(`not an address or CIDR: ${cidr}`);
    list.addSubnet(address, prefix, version === 4 ? "ipv4" : "ipv6");
  }
  return list;
}
