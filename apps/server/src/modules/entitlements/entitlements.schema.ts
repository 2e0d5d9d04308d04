import { type Static, type TSchema, Type } from "typebox";
import { Nullable, NullableTimestamp } from "#platform/http/schemas.ts";
import type { Allowance } from "./allowance.ts";

/** Far beyond anything, and exact in a double. */
const limitMax = 1_000_000_000_000;

export const Entitlement = Type.Object(
  {
    limit: Nullable(Type.Integer({ description: "null: none" })),
    usage: Type.Integer({ description: "What there is now, or was used in this month" }),
    exceeded: Type.Boolean({ description: "More is used than the limit says: nothing is taken away, nothing is added" }),
    resetsAt: NullableTimestamp({ description: "When a month's usage begins anew; null: it is not counted by month" }),
  },
  { title: "Entitlement" },
);
export type Entitlement = Static<typeof Entitlement>;

export interface Entitlements {
  organizationId: string;
  entitlements: Record<string, Entitlement>;
  updatedAt: string | null;
}

/** null: no limit; left out: as it is. */
export type UpdateEntitlements = Record<string, number | null | undefined>;

/** The schemas follow from what there is to limit. */
export function entitlementSchemas(allowances: readonly Allowance[]) {
  const limit = (description: string) => Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: limitMax, description })));
  const each = (make: (allowance: Allowance) => TSchema) => Object.fromEntries(allowances.map((one) => [one.name, make(one)]));
  return {
    shown: Type.Unsafe<Entitlements>(
      Type.Object(
        {
          organizationId: Type.String(),
          entitlements: Type.Object(each(() => Entitlement)),
          updatedAt: NullableTimestamp({ description: "null: no limit was ever set" }),
        },
        { title: "Entitlements" },
      ),
    ),
    update: Type.Unsafe<UpdateEntitlements>(
      Type.Object(
        {
          ...each((allowance) => limit(`${allowance.description}; null: no limit`)),
          ...Object.fromEntries(
            allowances.flatMap(({ name, alias }) => (alias === undefined ? [] : [[alias, limit(`Another name of ${name}`)]])),
          ),
        },
        {
          title: "UpdateEntitlements",
          description: "Fields left out stay as they are; a field that names nothing there is to limit is refused",
        },
      ),
    ),
  };
}
