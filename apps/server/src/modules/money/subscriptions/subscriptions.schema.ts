import { type Static, Type } from "typebox";
import { Money } from "#modules/money/billing/index.ts";
import { Instant, NullableInstant } from "#platform/http/reading/instant.ts";
import { holders } from "#platform/auth/acting-level.ts";
import { ListOf, listQuery, NullableTimestamp, NullableEnum, Timestamp, StringEnum } from "#platform/http/schemas.ts";
import { amountMax } from "#platform/money/money.ts";
import { subscriptionTypes } from "./billing-dates.ts";
import { subscriptionStatuses } from "./subscription-state.ts";

export const Subscription = Type.Object(
  {
    id: Type.String(),
    organizationId: Type.String(),
    organizationName: Type.String(),
    status: StringEnum(subscriptionStatuses),
    subscriptionType: StringEnum(subscriptionTypes, { description: "Billing period" }),
    itemName: Type.String(),
    billingAmount: Money("Price per bill"),
    currency: Type.String({ description: "ISO 4217" }),
    cycles: Type.Unsafe<number | null>({ type: ["integer", "null"], description: "Number of remaining bills; null: until it ends" }),
    startDate: Timestamp,
    nextBilling: NullableTimestamp({ description: "When the next bill is due; when past_due, the unpaid bill" }),
    endDate: NullableTimestamp({ description: "When it expires; null: never" }),
    pastDueSince: NullableTimestamp(),
    heldBy: NullableEnum(holders, {
      description: "Who above the organization paused, cancelled or ended it: only they, or someone above them, can resume it",
    }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "Subscription" },
);
export type Subscription = Static<typeof Subscription>;
export const SubscriptionList = ListOf(Subscription);

export const ListSubscriptionsQuery = listQuery({
  search: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: "Part of the organization's name or of itemName" })),
  status: Type.Optional(StringEnum(subscriptionStatuses)),
});

export const UpdateSubscription = Type.Object(
  {
    status: Type.Optional(StringEnum(subscriptionStatuses)),
    subscriptionType: Type.Optional(StringEnum(subscriptionTypes)),
    itemName: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    billingAmount: Type.Optional(Type.Number({ minimum: 0, maximum: amountMax, description: `0 to ${amountMax}, at most 6 decimals` })),
    cycles: Type.Optional(
      Type.Unsafe<number | null>({
        type: ["integer", "null"],
        minimum: 0,
        maximum: 10_000,
        description: "Number of remaining bills; 0: none, it ends when the next one would be due; null: until it ends",
      }),
    ),
    startDate: Type.Optional(Instant()),
    nextBilling: Type.Optional(
      NullableInstant("Due time of the next bill, from which later bills are counted; a past time is due at once; null: no more bills"),
    ),
    endDate: Type.Optional(NullableInstant("When it ends; null: never")),
  },
  { title: "UpdateSubscription", description: "Omitted fields keep their values" },
);
export type UpdateSubscription = Static<typeof UpdateSubscription>;

export const subscriptionUpdatedData = Type.Object({
  subscriptionId: Type.String(),
  status: StringEnum(subscriptionStatuses),
  previousStatus: StringEnum(subscriptionStatuses),
  itemName: Type.String(),
  billingAmount: Type.Number(),
  nextBilling: NullableTimestamp(),
});
