import { type Claims, rotateLanes } from "#platform/jobs/claim.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import { attemptsMax, type ClaimedSession, sessionSource } from "../sessions.queries.ts";
import { failTurn, runTurn } from "./turn.ts";
import { createTurnPorts, type TurnDeps } from "./turn-ports.ts";

/** Longer than the gateway's limit for a turn plus a second attempt. */
const leaseMs = 120_000;
const atOnceMax = 32;
const perTenant = 4;
const pollMs = 250;

/**
 * Executes turns that are due. Idempotent and safe to run concurrently: a session is claimed by one worker, and a commit checks that it
 * still is.
 */
export function createTurnLoop(deps: TurnDeps & { claims: Claims; wake: Wake }): { loop: Loop; idle(): Promise<void> } {
  const claimSome = rotateLanes<ClaimedSession>(deps.claims, sessionSource);
  const running = new Set<Promise<void>>();

  async function take(claim: ClaimedSession): Promise<void> {
    const ports = createTurnPorts(deps, claim);
    if (claim.attempts <= attemptsMax) return runTurn(ports);
    const input = await ports.load();
    if (input === null) return;
    await ports.commit(input, failTurn(input, { result: "given_up", details: { attempts: claim.attempts } }));
  }

  const loop = createLoop({
    name: "chatbot turns",
    wake: deps.wake,
    topics: [],
    pollMs,
    log: deps.log,
    async run() {
      const now = deps.clock.now();
      await deps.claims.returnExpired(sessionSource, now);
      const free = atOnceMax - running.size;
      if (free <= 0) {
        await Promise.race(running);
        return true;
      }
      const claims = await claimSome({
        now,
        leaseMs,
        perLane: perTenant,
        lanes: Math.ceil(free / perTenant),
      });
      for (const claim of claims) {
        const work: Promise<void> = take(claim)
          .catch((error: unknown) =>
            deps.log.error({ err: error, attempts: claim.attempts }, "a chatbot turn failed; it is retried when its lease expires"),
          )
          .finally(() => {
            running.delete(work);
            deps.wake.hint("events");
          });
        running.add(work);
      }
      return claims.length > 0;
    },
  });

  return {
    loop,
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
