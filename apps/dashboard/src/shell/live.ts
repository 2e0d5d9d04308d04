/** The page's line to the server: opened once for the signed-in user, with the reactions to a session that ends elsewhere. */
import type { QueryClient } from "@tanstack/react-query";
import type { Me } from "@parley/sdk";
import { type RunningLive, startLive } from "../api/live/connect.ts";
import { identityOf } from "../api/session.ts";
import { whenIdle } from "../ui/lib/lazy-code.ts";
import { renewPushNow } from "./push-renewal.ts";

let running: (RunningLive & { identity: string }) | undefined;

/** Resolves when changes of everything requested from now on are reported. */
export async function keepLive(client: QueryClient, me: Me, leave: () => void): Promise<void> {
  const identity = identityOf(me);
  if (running?.identity !== identity) {
    stopLive();
    const started = startLive(client, me, {
      signedOut() {
        // Reported more than once: by the line, by another tab, by a request.
        if (running?.identity !== identity) return;
        stopLive();
        client.clear();
        leave();
      },
      changed: () => location.reload(),
    });
    running = { ...started, identity };
    whenIdle(
      () => renewPushNow(client, me),
      () => client.isFetching() > 0,
    );
  }
  await running.ready;
}

/** Called before signing out: a later 401 then does not mean that the session ended elsewhere. */
export function stopLive(): void {
  running?.stop();
  running = undefined;
}
