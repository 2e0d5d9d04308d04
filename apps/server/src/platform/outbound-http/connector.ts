import type { Socket } from "node:net";
import { isIP } from "node:net";
import { buildConnector } from "undici";
import type { OutboundGuard } from "./guard.ts";

/**
 * Puts the guard between undici and the network: a connector that checks literal hosts itself, resolves names through
 * the guard, and checks the peer of the open socket before a byte is written.
 */
export function createGuardedConnector(guard: OutboundGuard, options: { connectTimeoutMs: number; ca?: string }): buildConnector.connector {
  // One per port, because a lookup does not get the port, and `host:port` entries need it. Apart from 443 and 8443
  // there are only the ports of allow-listed hosts.
  const byPort = new Map<number, buildConnector.connector>();

  function connectorFor(port: number): buildConnector.connector {
    const known = byPort.get(port);
    if (known !== undefined) return known;
    const built = buildConnector({
      lookup: guard.lookupFor(port),
      timeout: options.connectTimeoutMs,
      // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment has no effect.
      rejectUnauthorized: true,
      minVersion: "TLSv1.2",
      allowH2: false,
      autoSelectFamily: true,
      // Node's default of 250 ms gives up on distant hosts that answer in 300 (nodejs/node#54359); this still allows 4 tries in 5 s.
      autoSelectFamilyAttemptTimeout: 1_000,
      ...(options.ca === undefined ? {} : { ca: options.ca }),
    } as buildConnector.BuildOptions);
    byPort.set(port, built);
    return built;
  }

  return (target, callback) => {
    const port = target.port === "" ? (target.protocol === "https:" ? 443 : 80) : Number(target.port);
    try {
      if (isIP(target.hostname) !== 0) guard.checkAddress(target.hostname, target.hostname, port);
    } catch (error) {
      callback(error as Error, null);
      return;
    }
    connectorFor(port)(target, (error: Error | null, socket: Socket | null) => {
      if (error !== null || socket === null) {
        callback(error ?? new Error("no socket"), null);
        return;
      }
      try {
        guard.checkAddress(socket.remoteAddress ?? "", target.hostname, port);
        callback(null, socket);
      } catch (blocked) {
        socket.destroy();
        callback(blocked as Error, null);
      }
    });
  };
}
