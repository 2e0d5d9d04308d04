import { Resolver } from "node:dns/promises";
import { connect } from "node:tls";
import { classifyAddress } from "#platform/outbound-http/address-rules.ts";

/** What the DNS says about a claim. */
export interface DnsFinding {
  /** null: no server answered, so nothing is known. */
  proved: boolean | null;
  /** The name points to this server. */
  pointed: boolean;
  /** What is missing, as text. */
  error: string | null;
  /** Null: not checked, because the name does not point here. */
  certificate: CertificateFinding | null;
}

/** What a browser that opens the name over https would find: one of the two is null. */
export interface CertificateFinding {
  validUntil: Date | null;
  error: string | null;
}

export interface DnsCheck {
  lookUp(claim: { hostname: string; proof: string }): Promise<DnsFinding>;
}

export const proofName = (hostname: string) => `_svc-verify.${hostname}`;

const tlsMsMax = 3_000;

/** These mean that the name or the record does not exist; any other error means that no server answered. */
const absent = new Set(["ENOTFOUND", "ENODATA"]);

/**
 * @param options.server address of a resolver, `ip` or `ip:port`; unset: the machine's
 * @param options.target host name of this server
 */
export function createDnsCheck(options: {
  server: string | undefined;
  target(): string;
  /** Where certificates are checked, for tests; by default port 443 of public addresses, with the machine's authorities. */
  https?: { port: number; ca: string; mayAsk(address: string): boolean };
}): DnsCheck {
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
    // A domain's apex cannot be a CNAME: then the addresses must be the same.
    const [there, here] = await Promise.all([ask(resolver.resolve4(hostname)), ask(resolver.resolve4(target))]);
    return (there ?? []).some((address) => address === target || (here ?? []).includes(address));
  }

  async function certificateOf(hostname: string): Promise<CertificateFinding> {
    const [four, six] = await Promise.all([ask(resolver.resolve4(hostname)), ask(resolver.resolve6(hostname))]);
    const address = [...(four ?? []), ...(six ?? [])][0];
    if (address === undefined) return { validUntil: null, error: `${hostname} has no address.` };
    const mayAsk = options.https?.mayAsk(address) ?? classifyAddress(address) === null;
    if (!mayAsk) return { validUntil: null, error: `${hostname} leads to ${address}, which is not a public address.` };
    return seenAt(hostname, address);
  }

  /** Connects as a browser would: the certificate must be for the name, currently valid, and from a known authority. */
  function seenAt(hostname: string, address: string): Promise<CertificateFinding> {
    return new Promise((resolve) => {
      const socket = connect({
        ...{ host: address, port: options.https?.port ?? 443, servername: hostname, timeout: tlsMsMax },
        ...(options.https === undefined ? {} : { ca: options.https.ca }),
      });
      const end = (found: CertificateFinding) => {
        socket.destroy();
        resolve(found);
      };
      socket.once("secureConnect", () => end({ validUntil: new Date(socket.getPeerCertificate().valid_to), error: null }));
      socket.once("timeout", () => end({ validUntil: null, error: `${hostname} does not answer by https.` }));
      socket.once("error", (error: NodeJS.ErrnoException) =>
        end({ validUntil: null, error: `${hostname} has no valid certificate yet (${(error.code ?? "unknown").slice(0, 100)}).` }),
      );
    });
  }

  return {
    async lookUp({ hostname, proof }) {
      const records = await ask(resolver.resolveTxt(proofName(hostname)));
      if (records === null)
        return { proved: null, pointed: false, certificate: null, error: "The name servers did not answer; try again later." };
      if (!records.some((chunks) => chunks.join("") === proof)) {
        return {
          proved: false,
          pointed: false,
          certificate: null,
          error: `The TXT record ${proofName(hostname)} with the value shown was not found.`,
        };
      }
      const pointed = await isPointed(hostname);
      const certificate = pointed ? await certificateOf(hostname) : null;
      return { proved: true, pointed, certificate, error: pointed ? null : `${hostname} does not point to ${options.target()} yet.` };
    },
  };
}
