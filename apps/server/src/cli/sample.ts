import { readDemoState } from "../demo/demo-state.ts";
import { configOf, withApp } from "./open.ts";
import { idOf, naming } from "./tenant.ts";
import type { Verb } from "./usage.ts";

export const sampleVerbs: Verb[] = [
  {
    noun: "sample",
    verb: "create",
    usage: "sample create --tenant ID [--force]",
    summary: "Fill an empty organization with sample data: a shop with 2,000 customers and 60 days of history",
    options: { tenant: { type: "string" }, force: { type: "boolean" } },
    required: ["tenant"],
    positionals: [],
    async run(input, cli) {
      const tenant = input.text("tenant");
      const tenantId = idOf("org", tenant, "--tenant");
      const demo = await readDemoState(configOf(cli).dataDir, []);
      const isDemo = demo.tenant?.id === tenant;
      cli.note("This takes up to a minute.");
      return withApp(cli, async (app) => {
        // The demo's clock may have been advanced.
        const endsAt = new Date(app.clock.now().getTime() + (isDemo ? demo.clockOffsetMs : 0));
        const made = await naming(`tenant ${tenant}`, app.sampleData.add(tenantId, { force: input.flag("force"), demo: isDemo, endsAt }));
        return {
          json: made,
          lines: [
            `${made.customers} customers, ${made.conversations} conversations, ${made.messages} messages`,
            `${made.tickets} tickets, ${made.deals} deals, ${made.orders} orders`,
            "Metrics and search catch up within a minute while the server runs.",
          ],
        };
      });
    },
  },
];
