import { Resolver } from "node:dns/promises";

/** What the DNS says about a claim. */
export interface DnsFinding {
  /** null: no server answered, so nothing is known. */
  proved: boolean | null;
  /** The name points to this server. */
  pointed: boolean;
  /** What is missing, as a text. */
  error: string | null;
}

export interface DnsCheck {
  lookUp(claim: { hostname: string; proof: string }): Promise<DnsFinding>;
}

export const proofName = (hostname: string) => `_svc-verify.${hostname}`;

/** These say that the name or the record does not exist; any other error means that no server answered. */
const absent = new Set(["ENOTFOUND", "ENODATA"]);

/**
 * @param options.server address of a resolver, `ip` or `ip:port`; unset: the machine's
 * @param options.target host name of this server
 */
export function createDnsCheck(options: { server: string | undefined; target(): string }): DnsCheck {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  if (options.server !== undefined) resolver.setServers([options.server]);

  async function ask<T>(lookup: Promise<T[]>): Promise<T[] | null> {
    try {
      return await lookup;
    } catch (error) {
      return absent.has((error as NodeJS.ErrnoException).code ?? "") ? [] : null;
    }
  }

  async function isPointed(hostname: string): Promise<boolean> {
    const target = options.target().toLowerCase();
    const names = (await ask(resolver.resolveCname(hostname))) ?? [];
    if (names.some((name) => name.toLowerCase().replace(/\.$/, "") === target)) return true;
    // A domain's apex cannot be a CNAME: the addresses must be the same then.
    const [there, here] = await Promise.all([ask(resolver.resolve4(hostname)), ask(resolver.resolve4(target))]);
    return (there ?? []).some((address) => address === target || (here ?? []).includes(address));
  }

  return {
    async lookUp({ hostname, proof }) {
      const records = await ask(resolver.resolveTxt(proofName(hostname)));
      if (records === null) return { proved: null, pointed: false, error: "The name servers did not answer; try again later." };
      if (!records.some((chunks) => chunks.join("") === proof)) {
        return { proved: false, pointed: false, error: `The TXT record ${proofName(hostname)} with the value shown was not found.` };
      }
      const pointed = await isPointed(hostname);
      return { proved: true, pointed, error: pointed ? null : `${hostname} does not point to ${options.target()} yet.` };
    },
  };
}
