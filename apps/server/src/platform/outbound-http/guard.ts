import type { LookupFunction } from "node:net";
import { isIP } from "node:net";
import { canonicalAddress, classifyAddress, cidrList } from "./address-rules.ts";
import { createDnsResolve, resolveBySystem, type Resolve } from "./dns.ts";

/**
 * The guard in front of every address that a tenant can choose (webhooks, flow HTTP actions, URL imports, AI base
 * URLs). Three checks, each sufficient for its case: `checkUrl` for what the text shows; `lookupFor` inside the
 * connector's own lookup (the checked address is the one called, so a name that changes its answer gains nothing);
 * `checkAddress` for literal addresses, for which Node never calls a lookup (measured: 0 calls).
 */
export type RefusalReason = keyof typeof REFUSALS;

/** Closed list, with a sentence for the person who entered the address. */
export const REFUSALS = {
  invalid_url: "is not a valid address",
  https_required: "must start with https://",
  credentials_in_url: "must not contain a user name or password",
  port_not_allowed: "must use port 443 or 8443",
  trailing_dot: "must not have a host name ending in a dot",
  internal_host: "must have a public host name",
  private_address: "must not resolve to a private or reserved address",
} as const;

export type UrlCheck = { ok: true; url: URL } | { ok: false; reason: RefusalReason };

/** Thrown into the connector when a lookup or a literal is refused. `address` is the offending one. */
export class BlockedAddressError extends Error {
  override readonly name = "BlockedAddressError";
  readonly code = "EBLOCKED";
  readonly reason: RefusalReason = "private_address";
  readonly address: string;

  constructor(address: string) {
    super("the host resolves to a private or reserved address");
    this.address = address;
  }
}

export interface OutboundGuard {
  /** What can be determined without DNS. Run it when an address is stored and before each request. Never throws. */
  checkUrl(url: string): UrlCheck;
  /**
   * The lookup for a connector to `port` (null: entries with a port do not apply). Refuses if any address is forbidden.
   */
  lookupFor(port: number | null): LookupFunction;
  /** `lookupFor(null)`. */
  readonly connectLookup: LookupFunction;
  /** For literal hosts and for the peer of an open socket. @throws BlockedAddressError */
  checkAddress(address: string, hostname: string, port: number | null): void;
}

const PORTS = new Set([443, 8443]);
const URL_LENGTH_MAX = 2_048;
const DNS_TIMEOUT_MS = 2_000;
const INTERNAL_SUFFIXES = [".localhost", ".local", ".localdomain", ".internal", ".intranet", ".lan", ".home.arpa", ".onion"];

/**
 * @param options.allow OUTBOUND_ALLOW: a comma-separated list of host names, addresses and CIDRs; hosts and addresses
 * may have a `:port` (`127.0.0.1`, `10.1.0.0/16`, `sim.internal`, `localhost:4000`, `[::1]:4000`). An entry may be
 * private, on any port, over plain http. A listed name may resolve to anything; a listed address does not allow http
 * for the names that resolve to it.
 *
 * @param options.resolve for tests; by default c-ares, and the system's lookup for names in the allow list
 *
 * @throws TypeError naming an invalid entry
 */
export function createOutboundGuard(options: { allow: string; resolve?: Resolve; dnsTimeoutMs?: number }): OutboundGuard {
  const allow = parseAllow(options.allow);
  const resolvePublic = options.resolve ?? createDnsResolve();
  const resolveAllowed = options.resolve ?? resolveBySystem;
  const dnsTimeoutMs = options.dnsTimeoutMs ?? DNS_TIMEOUT_MS;

  const nameAllowed = (hostname: string, port: number | null) =>
    allow.names.has(hostname) || (port !== null && allow.names.has(`${hostname}:${port}`));

  function addressAllowed(canonical: string, port: number | null): boolean {
    const family = canonical.includes(":") ? "ipv6" : "ipv4";
    return allow.addresses.check(canonical, family) || (port !== null && allow.names.has(`${canonical}:${port}`));
  }

  function checkAddress(address: string, hostname: string, port: number | null): void {
    if (classifyAddress(address) === null || nameAllowed(hostname.toLowerCase(), port)) return;
    const canonical = canonicalAddress(address);
    if (canonical === null || !addressAllowed(canonical, port)) throw new BlockedAddressError(address);
  }

  function checkUrl(text: string): UrlCheck {
    // WHATWG drops line breaks and reads "\" as "/"; a URL that other parsers read differently is not worth allowing.
    if (text.length > URL_LENGTH_MAX || /[\u0000-\u0020\u007F\\]/.test(text)) return refuse("invalid_url");
    const url = URL.parse(text);
    if (url === null || (url.protocol !== "https:" && url.protocol !== "http:") || url.hostname === "") return refuse("invalid_url");
    if (url.username !== "" || url.password !== "" || /^[a-z]+:\/*[^/?#]*@/i.test(text)) return refuse("credentials_in_url");
    const port = url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
    const hostname = url.hostname;
    if (hostname.endsWith(".")) return refuse("trailing_dot");
    const literal = canonicalAddress(hostname);
    const allowed = literal === null ? nameAllowed(hostname, port) : addressAllowed(literal, port);
    if (allowed) return { ok: true, url };
    if (literal !== null && classifyAddress(literal) !== null) return refuse("private_address");
    if (literal === null && isInternalName(hostname)) return refuse("internal_host");
    if (url.protocol !== "https:") return refuse("https_required");
    return PORTS.has(port) ? { ok: true, url } : refuse("port_not_allowed");
  }

  async function vettedAddresses(hostname: string, port: number | null): Promise<string[]> {
    const resolve = nameAllowed(hostname.toLowerCase(), port) ? resolveAllowed : resolvePublic;
    const addresses = await withTimeout(resolve(hostname), dnsTimeoutMs, hostname);
    if (addresses.length === 0) throw Object.assign(new Error(`no address for ${hostname}`), { code: "ENOTFOUND" });
    // One forbidden address refuses all of them: mixing them is an attempt to fall back from an allowed address to a
    // forbidden one.
    for (const address of addresses) checkAddress(address, hostname, port);
    return addresses;
  }

  const lookupFor =
    (port: number | null): LookupFunction =>
    (hostname, lookupOptions, callback) => {
      vettedAddresses(hostname, port).then(
        (addresses) => {
          const family =
            lookupOptions.family === 4 || lookupOptions.family === "IPv4"
              ? 4
              : lookupOptions.family === 6 || lookupOptions.family === "IPv6"
                ? 6
                : 0;
          const answers = addresses
            .map((address) => ({ address, family: isIP(address) }))
            .filter((a) => family === 0 || a.family === family);
          const first = answers[0];
          if (first === undefined) callback(Object.assign(new Error(`no address for ${hostname}`), { code: "ENOTFOUND" }), "", 0);
          else if (lookupOptions.all) callback(null, answers);
          else callback(null, first.address, first.family);
        },
        (error: NodeJS.ErrnoException) => callback(error, "", 0),
      );
    };

  return { checkUrl, checkAddress, lookupFor, connectLookup: lookupFor(null) };
}

function refuse(reason: RefusalReason): UrlCheck {
  return { ok: false, reason };
}

/**
 * Names that cannot be public: a single label, or a suffix reserved for local use. The lookup would refuse them too;
 * this gives the reason immediately.
 */
function isInternalName(hostname: string): boolean {
  return !hostname.includes(".") || INTERNAL_SUFFIXES.some((suffix) => hostname.endsWith(suffix));
}

/** `names` contains host names, `host:port` and `address:port`; `addresses` whole addresses and CIDRs. */
function parseAllow(text: string) {
  const names = new Set<string>();
  const cidrs: string[] = [];
  for (const entry of text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")) {
    const [base] = entry.split("/");
    if (canonicalAddress(base ?? "") !== null) {
      const bare = entry.replace(/^\[(.*)\]$/, "$1");
      cidrs.push(bare.includes("/") ? bare : (canonicalAddress(bare) ?? bare));
      continue;
    }
    const url = /^[^\s/?#@\\]+$/.test(entry) ? URL.parse(`http://${entry}`) : null;
    if (url === null || url.hostname === "") throw new TypeError(`OUTBOUND_ALLOW: "${entry}" is not a host, host:port, address or CIDR`);
    const hostname = canonicalAddress(url.hostname) ?? url.hostname.replace(/\.$/, "");
    const port = /:(\d+)$/.exec(entry)?.[1];
    names.add(port === undefined ? hostname : `${hostname}:${Number(port)}`);
  }
  return { names, addresses: cidrList(cidrs) };
}

function withTimeout<T>(promise: Promise<T>, timeoutMs: number, hostname: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(Object.assign(new Error(`DNS did not answer for ${hostname} within ${timeoutMs} ms`), { code: "EDNSTIMEOUT" })),
      timeoutMs,
    );
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
