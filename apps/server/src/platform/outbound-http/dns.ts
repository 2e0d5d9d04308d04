import { lookup, Resolver } from "node:dns/promises";

/** All addresses of a host name, IPv4 first. Rejects with a `code` (`ENOTFOUND`, …) if there is none. */
export type Resolve = (hostname: string) => Promise<string[]>;

/**
 * DNS by c-ares, for names that a tenant chose. Not `dns.lookup`: that runs getaddrinfo on the four threads that also
 * serve files and hashing, so a few names on a dead name server would stall the process; and it reads /etc/hosts and
 * search domains, where only our own infrastructure has names.
 *
 * @param options.servers for tests; the system's by default
 */
export function createDnsResolve(options: { timeoutMs?: number; servers?: string[] } = {}): Resolve {
  const resolver = new Resolver({ timeout: options.timeoutMs ?? 1_000, tries: 2 });
  if (options.servers !== undefined) resolver.setServers(options.servers);
  return async (hostname) => {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = [v4, v6].flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    // One family is enough: many hosts have no AAAA record, and some name servers do not even say so.
    if (addresses.length === 0) throw v4.status === "rejected" ? v4.reason : notFound(hostname);
    return addresses;
  };
}

/**
 * The system's lookup, including /etc/hosts: for the names that an operator put on the allow list (`localhost`, a
 * container's name).
 */
export const resolveBySystem: Resolve = async (hostname) => {
  const answers = await lookup(hostname, { all: true, order: "ipv4first" });
  return answers.map(({ address }) => address);
};

function notFound(hostname: string): Error {
  return Object.assign(new Error(`no address for ${hostname}`), { code: "ENOTFOUND" });
}
