import { type Static, type TSchema, Type } from "typebox";
import { Nullable, NullableTimestamp } from "#platform/http/schemas.ts";
import type { Allowance } from "./allowance.ts";

/** Above any realistic limit, and exact in a double. */
const limitMax = 1_000_000_000_000;

export const Entitlement = Type.Object(
  {
    limit: Nullable(Type.Integer({ description: "null: none" })),
    usage: Type.Integer({ description: "Current number, or usage this month" }),
    exceeded: Type.Boolean({ description: "Usage is above the limit: nothing is removed, and nothing can be added" }),
    resetsAt: NullableTimestamp({ description: "When the monthly usage restarts; null: not counted by month" }),
  },
  { title: "Entitlement" },
);
export type Entitlement = Static<typeof Entitlement>;

export interface Entitlements {
  organizationId: string;
  entitlements: Record<string, Entitlement>;
  updatedAt: string | null;
}

/** null: no limit; omitted: unchanged. */
export type UpdateEntitlements = Record<string, number | null | undefined>;

/** The schemas depend on the allowances. */
export function entitlementSchemas(allowances: readonly Allowance[]) {
  const limit = (description: string) => Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: limitMax, description })));
  const each = (make: (allowance: Allowance) => TSchema) => Object.fromEntries(allowances.map((one) => [one.name, make(one)]));
  return {
    shown: Type.Unsafe<Entitlements>(
      Type.Object(
        {
          organizationId: Type.String(),
          entitlements: Type.Object(each(() => Entitlement)),
          updatedAt: NullableTimestamp({ description: "null: no limit has been set" }),
        },
        { title: "Entitlements" },
      ),
    ),
    update: Type.Unsafe<UpdateEntitlements>(
      Type.Object(
        {
          ...each((allowance) => limit(`${allowance.description}; null: no limit`)),
          ...Object.fromEntries(allowances.flatMap(({ name, alias }) => (alias === undefined ? [] : [[alias, limit(`Alias of ${name}`)]]))),
        },
        {
          title: "UpdateEntitlements",
          description: "Omitted fields keep their values; unknown fields are refused",
        },
      ),
    ),
  };
}
