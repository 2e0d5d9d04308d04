import { type AnyRoute, readRoute } from "#platform/http/route.ts";
import { wireId } from "#platform/ids/ids.ts";
import { findRefusal } from "./refusal.ts";
import { SampleDataOffer } from "./sample-data.schema.ts";

export interface SampleDataRoutesDeps {
  /** Tenants by their uuid. */
  isDemo(tenantId: string): boolean;
  /** Whether its people see an agency's name instead of the product's, which the command contains. */
  isBranded(tenantId: string): Promise<boolean>;
}

export function sampleDataRoutes({ isDemo, isBranded }: SampleDataRoutesDeps): AnyRoute[] {
  return [
    readRoute({
      method: "GET",
      path: "/organization/sample-data",
      operationId: "getSampleDataOffer",
      tag: "Organization",
      summary: "Get whether and how sample data can be added",
      description:
        "Sample data is a shop with 2,000 customers and 60 days of history. It is added by a command rather than through the API, because the command pauses the installation's background work for some seconds.",
      scope: "organization:read",
      response: SampleDataOffer,
      prepare: ({ tenantId }) => isBranded(tenantId),
      async handle({ tx }, _input, branded) {
        const refusal = await findRefusal(tx, isDemo(tx.tenantId));
        const command = `npx parley sample create --tenant ${wireId("org", tx.tenantId)}`;
        return { command: refusal === null && !branded ? command : null, refusal };
      },
    }),
  ];
}
