import type { FastifyRequest } from "fastify";
import { AppError } from "../platform/errors/app-error.ts";

const localHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);
const isLoopback = (address: string) => /^(::ffff:)?127\./.test(address) || address === "::1";
export const isLocalUrl = (url: string) => localHosts.has(new URL(url).hostname);
const hostOf = (host: string | undefined) => (host ?? "").replace(/:\d+$/, "").toLowerCase();

/**
 * A demo is for the machine it runs on: nobody else plays customers, moves its time or reads its mails, nor a name that was made to point
 * here (DNS rebinding). It asks for no key, so it refuses what another site's page makes a browser send.
 * @param local the server is for this machine alone; false: its public address names another host
 */
export function refuseOthers(request: FastifyRequest, local: boolean): void {
  if (!isLoopback(request.socket.remoteAddress ?? "") || !localHosts.has(hostOf(request.headers.host))) throw new AppError("forbidden");
  // A reverse proxy on this machine speaks for others.
  if (!local || Object.keys(request.headers).some((name) => name === "forwarded" || name.startsWith("x-forwarded-")))
    throw new AppError("forbidden");
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") throw new AppError("forbidden");
}
