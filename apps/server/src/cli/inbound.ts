import { wireId } from "#platform/ids/ids.ts";
import { withApp } from "./open.ts";
import { idOf, naming } from "./tenant.ts";
import { type Input, limitOf, type Verb } from "./usage.ts";

/** Always for one tenant: failed items contain its customers' messages. */
const common = { options: { tenant: { type: "string" }, channel: { type: "string" } }, required: ["tenant"], positionals: [] } as const;

function channelOf(input: Input): string | undefined {
  const channel = input.maybe("channel");
  return channel === undefined ? undefined : idOf("chn", channel, "--channel");
}

export const inboundVerbs: Verb[] = [
  {
    noun: "inbound",
    verb: "failed",
    usage: "inbound failed --tenant ID [--channel ID] [--limit N]",
    summary: "List platform callbacks that could not be processed, oldest first",
    options: { ...common.options, limit: { type: "string" } },
    required: [...common.required],
    positionals: [...common.positionals],
    async run(input, cli) {
      const tenantId = idOf("org", input.text("tenant"), "--tenant");
      const channelId = channelOf(input);
      const limit = limitOf(input);
      return withApp(cli, async (app) => {
        const { rows, total } = await naming(
          `tenant ${input.text("tenant")}`,
          app.asOperator(tenantId, (ctx) => app.failedInbound.list(ctx, { channelId }, limit)),
        );
        const failed = rows.map((row) => ({
          channelId: wireId("chn", row.channel_id),
          event: row.provider_event_id,
          receivedAt: row.received_at.toISOString(),
          attempts: row.attempts,
          error: row.last_error,
        }));
        return {
          json: { failed, total },
          lines: [
            ...failed.map((f) => `${f.receivedAt}  ${f.channelId}  ${f.event}  ${f.error ?? ""} (${f.attempts} attempts)`),
            total === 0 ? "There are no failed callbacks." : `${total} failed${total > failed.length ? `, ${failed.length} shown` : ""}.`,
          ],
        };
      });
    },
  },
  {
    noun: "inbound",
    verb: "retry",
    usage: "inbound retry --tenant ID [--channel ID] [--event EVENT]",
    summary: "Retry failed callbacks: all of a tenant, of a channel, or one event",
    options: { ...common.options, event: { type: "string" } },
    required: [...common.required],
    positionals: [...common.positionals],
    async run(input, cli) {
      const tenantId = idOf("org", input.text("tenant"), "--tenant");
      const filter = { channelId: channelOf(input), providerEventId: input.maybe("event") };
      return withApp(cli, async (app) => {
        const requeued = await naming(
          `tenant ${input.text("tenant")}`,
          app.asOperator(tenantId, (ctx) => app.failedInbound.requeue(ctx, filter)),
        );
        return { json: { requeued }, lines: [`${requeued} back in the queue`] };
      });
    },
  },
];
