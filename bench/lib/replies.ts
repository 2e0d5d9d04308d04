/** A person who answers customers while something else is running, and how long each answer takes to reach the platform. */
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { wireId } from "../../apps/server/src/platform/ids/ids.ts";
import { type Percentiles, percentilesOf } from "./stats.ts";
import { type BenchTenant, parleyOf } from "./tenant.ts";

const everyMs = 250;

interface Agent {
  url: string;
  cookie: string;
}

/** An agent of the tenant, signed in by a login link. */
export async function signedIn(url: string, admin: pg.Client, tenant: BenchTenant): Promise<Agent> {
  const id = randomUUID();
  const email = `${id}@bench.test`;
  await admin.query("insert into users (id, email, password_hash, platform_admin, created_at) values ($1, $2, '', false, now())", [
    id,
    email,
  ]);
  await admin.query(
    "insert into members (tenant_id, user_id, name, email, role, created_at) values ($1, $2, 'Agent', $3, 'agent', now())",
    [tenant.id, id, email],
  );
  const { token } = await parleyOf(url, tenant).agentsManagement.loginLink({ agentId: wireId("agt", id) });
  // Not with the SDK, which leaves cookies to the browser.
  const response = await fetch(`${url}/api/v1/auth/login-link`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({ token }),
  });
  const cookie = response.headers.get("set-cookie")?.split(";", 1)[0];
  if (response.status !== 200 || cookie === undefined) throw new Error(`sign-in: ${response.status} ${await response.text()}`);
  return { url, cookie };
}

/** Answers by the clock, whether or not the previous one has arrived. */
export class Replies {
  readonly #postedAt = new Map<string, number>();
  readonly #open = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  #refused = 0;
  #n = 0;

  constructor(agent: Agent, channelId: string, to: (n: number) => string) {
    this.#timer = setInterval(() => {
      const body = { channelId, to: to(this.#n++), type: "text", text: "Your order left today." };
      const reply: Promise<void> = this.#post(agent, body).finally(() => this.#open.delete(reply));
      this.#open.add(reply);
    }, everyMs);
  }

  async #post(agent: Agent, body: object): Promise<void> {
    const at = Date.now();
    try {
      const response = await fetch(`${agent.url}/api/v1/messages`, {
        method: "POST",
        headers: { cookie: agent.cookie, origin: agent.url, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${response.status} ${text}`);
      this.#postedAt.set((JSON.parse(text) as { id: string }).id, at);
    } catch (error) {
      this.#refused++;
      process.stdout.write(`  a reply was refused: ${error}\n`);
    }
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** `arrivedAt`: by message id, on this machine's clock. `cut`: those that never arrived. Throws if one was refused. */
  async latencies(arrivedAt: ReadonlyMap<string, number>): Promise<Percentiles & { count: number; cut: number }> {
    await Promise.all(this.#open);
    if (this.#refused > 0) throw new Error(`${this.#refused} replies were refused`);
    const taken = [...this.#postedAt].flatMap(([id, at]) => (arrivedAt.has(id) ? (arrivedAt.get(id) as number) - at : []));
    const count = this.#postedAt.size;
    return { ...percentilesOf(Float64Array.from(taken)), count, cut: count - taken.length };
  }

  /** The stages: until it is accepted, until it is claimed, until it arrives. */
  stages(rows: readonly { id: string; accepted: number; claimed: number | null }[], arrivedAt: ReadonlyMap<string, number>): string {
    const parts = { accepted: [] as number[], claimed: [] as number[], arrived: [] as number[] };
    for (const { id, accepted, claimed } of rows) {
      const [posted, arrived] = [this.#postedAt.get(id), arrivedAt.get(id)];
      if (posted === undefined || arrived === undefined || claimed === null) continue;
      parts.accepted.push(accepted - posted);
      parts.claimed.push(claimed - accepted);
      parts.arrived.push(arrived - claimed);
    }
    return Object.entries(parts)
      .map(([name, ms]) => `${name} ${Math.round(percentilesOf(Float64Array.from(ms)).p99)} ms`)
      .join(", ");
  }
}
