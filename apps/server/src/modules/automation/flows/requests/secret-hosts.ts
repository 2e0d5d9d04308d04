/** The hosts to which a flow secret may be sent. Pure. */
import { originOf, type RequestStep, secretNames } from "./http-request.ts";
import type { Step } from "../definition/definition.ts";
import { innerSteps } from "../definition/program.ts";

/** As stored: lower case, ASCII; `shop.example` stands for every port, `shop.example:8443` for one. null: not a host. */
export function readHost(text: string): string | null {
  const found = /^(\[[0-9a-f:.]+\]|[^\s/?#@:\\[\]{}*]+)(?::(\d{1,5}))?$/i.exec(text.trim());
  const parsed = found === null ? null : URL.parse(`https://${found[1]}/`);
  if (found === null || parsed === null || parsed.hostname === "") return null;
  const port = found[2] === undefined ? null : Number(found[2]);
  if (port !== null && (port < 1 || port > 65_535)) return null;
  return port === null ? parsed.hostname : `${parsed.hostname}:${port}`;
}

/** The host of an address, without and with its port. */
export function hostsOf(url: string): { host: string; withPort: string } | null {
  const parsed = URL.parse(url);
  if (parsed === null || parsed.hostname === "") return null;
  const port = parsed.port || (parsed.protocol === "https:" ? "443" : "80");
  return { host: parsed.hostname, withPort: `${parsed.hostname}:${port}` };
}

export function allowsHost(hosts: readonly string[], url: string): boolean {
  const to = hostsOf(url);
  return to !== null && (hosts.includes(to.host) || hosts.includes(to.withPort));
}

/** A secret that a step sends to its address. */
export interface SecretUse {
  name: string;
  /** Scheme, host and port, without placeholders. */
  origin: string;
  withPort: string;
  /** The path of the step's address: steps[2].url */
  field: string;
}

/** Skips steps without a valid address. */
export function secretUses(steps: readonly Step[], at = "steps"): SecretUse[] {
  return steps.flatMap((step, i) => {
    const path = `${at}[${i}]`;
    const inner = innerSteps.flatMap((name) => (Array.isArray(step[name]) ? secretUses(step[name] as Step[], `${path}.${name}`) : []));
    const url = step["url"];
    const origin = step.type === "http_request" && typeof url === "string" ? originOf(url) : null;
    const to = origin === null ? null : hostsOf(origin);
    if (origin === null || to === null) return inner;
    const names = secretNames(step as unknown as RequestStep);
    return [...names.map((name) => ({ name, origin, withPort: to.withPort, field: `${path}.url` })), ...inner];
  });
}
