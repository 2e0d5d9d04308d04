import { type CallAction, providerErrorOf } from "@parley/connector-kit";
import type { ChannelDirectory, ChannelsService } from "#modules/channels/channels/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import { wireId } from "#platform/ids/ids.ts";
import type { Log } from "#platform/log/log.ts";
import type { OutboundClient } from "#platform/outbound-http/client.ts";
import { backoffMs } from "#platform/retry/schedule.ts";
import { findCall } from "../calls.queries.ts";
import type { Connecting } from "../realtime/connecting.ts";
import { hangUp } from "../realtime/realtime-calls.ts";
import { findChannelCall, setRelease } from "./channel-calls.queries.ts";

export interface ReleasingDeps {
  database: Database;
  clock: Clock;
  log: Log;
  outbound: OutboundClient;
  directory: ChannelDirectory;
  channels: Pick<ChannelsService, "callFailed">;
}

/** By then both sides have ended it by themselves, because neither hears the other. */
const attemptsMax = 5;

/**
 * Tells the platform and the realtime provider that a call is over, however it ended and whichever process had it.
 * Safe to repeat: what is
 * over stays over.
 */
export function createReleasing(deps: ReleasingDeps, connecting: Pick<Connecting, "accessOf">) {
  /** True: the platform accepted it, or never will. */
  async function notifyPlatform(tenantId: string, channelId: string, externalId: string, isAnswered: boolean): Promise<boolean> {
    const found = await deps.directory.access(tenantId, channelId);
    const calling = found?.channel.installed.connector.calling;
    if (found === null || calling === undefined) return true;
    // If the response to `accept` was lost, the call may be in progress.
    const kinds: CallAction["kind"][] = isAnswered ? ["terminate"] : ["reject", "terminate"];
    for (const kind of kinds) {
      try {
        await calling.act({ kind, callExternalId: externalId } as CallAction, found.access, found.channel.installed.http);
        return true;
      } catch (cause) {
        const error = providerErrorOf(cause);
        if (error === undefined) throw cause;
        await deps.channels.callFailed(found.channel, cause);
        if (error.class === "retryable" || error.class === "unknown") return false;
        deps.log.debug({ code: error.providerCode, message: error.message, action: kind }, "a platform refused the end of a call");
      }
    }
    return true;
  }

  /** An unexpected failure counts as not told, so that it ends after the same number of attempts. */
  const orFalse = (work: Promise<boolean>, callId: string): Promise<boolean> =>
    work.catch((error: unknown) => {
      deps.log.error({ err: error, callId: wireId("call", callId) }, "the end of a call could not be reported; it is retried");
      return false;
    });

  async function hangUpSession(tenantId: string, sessionId: string | null, keyId: string | null): Promise<boolean> {
    const access = sessionId === null || keyId === null ? null : await connecting.accessOf(tenantId, keyId);
    // Nobody can without its key: the provider ends it when it no longer hears anything.
    return sessionId === null || access === null || (await hangUp(deps, access, sessionId));
  }

  return {
    async release(tenantId: string, id: string, attempts: number): Promise<void> {
      const found = await deps.database.withTenant(tenantId, async (tx) => ({
        call: await findCall(tx, id, null),
        side: await findChannelCall(tx, id),
      }));
      const { call, side } = found;
      if (call === null || side === null || call.channel_id === null || call.provider_call_id === null) return;
      const [wasNotified, hungUp] = await Promise.all([
        side.peer_ended !== null ||
          orFalse(notifyPlatform(tenantId, call.channel_id, call.provider_call_id, call.answered_at !== null), id),
        orFalse(hangUpSession(tenantId, side.session_id, side.key_id), id),
      ]);
      const isDone = (wasNotified && hungUp) || attempts >= attemptsMax;
      if (!(wasNotified && hungUp) && isDone)
        deps.log.warn({ callId: wireId("call", id), wasNotified, hungUp }, "the end of a call could not be told");
      const waitMs = backoffMs(attempts, { baseMs: 1_000, maxMs: 60_000, random: () => 1 });
      await deps.database.withTenant(tenantId, (tx) => setRelease(tx, id, isDone ? null : new Date(deps.clock.now().getTime() + waitMs)));
    },
  };
}

export type Releasing = ReturnType<typeof createReleasing>;
