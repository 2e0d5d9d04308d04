import { type Static, Type } from "typebox";
import { Instant } from "#platform/http/reading/instant.ts";
import { extending } from "#platform/http/openapi/schemas.ts";
import { ListOf, listQuery, Nullable, NullableText, NullableTimestamp, Timestamp, StringEnum } from "#platform/http/schemas.ts";
import { amountMax } from "#platform/money/money.ts";
import { entryTypes } from "./ledger.queries.ts";

export const Money = (description: string) => Type.Number({ description: `${description}; at most 6 decimals` });

/** An amount above zero in a request. */
export const AmountIn = (description: string) =>
  Type.Number({ exclusiveMinimum: 0, maximum: amountMax, description: `${description}; above 0, at most ${amountMax}, 6 decimals` });

export const Reason = Type.String({ minLength: 1, maxLength: 500, description: "Stored with the entry" });

export const AppIdQuery = Type.Optional(
  Type.String({ maxLength: 100, description: "An app of your own organization; others are not found" }),
);

export const Price = Type.Object(
  {
    modelName: Type.String(),
    costPerRequest: Money("At the price of the time"),
    requests: Type.Integer({ description: "Answers, or with a model of voice calls started minutes" }),
  },
  { title: "UsagePrice" },
);

export const Transaction = Type.Object(
  {
    id: Type.String(),
    organizationId: Type.String(),
    appId: Type.String(),
    type: StringEnum(entryTypes, {
      description:
        "top_up, credit, refund and release add; usage and reserve subtract; an adjustment subtracts a wrong credit. A reserve is followed by its release, and by usage if the work was done",
    }),
    amount: Money("Signed"),
    balanceAfter: Money("Balance after this entry"),
    reference: Type.String({ description: "What the entry is for; unique per type" }),
    reason: NullableText(),
    adminId: NullableText({ description: "Who approved it, as given in the request" }),
    owed: Nullable(Money("For usage that the agency pays: what the organization owes the agency for it; not taken from this balance")),
    clientId: NullableText({ description: "In an agency's ledger: the client that the usage belongs to" }),
    price: Nullable(Price),
    createdBy: Type.String({ description: "A key, an agent, or a system part" }),
    createdAt: Timestamp,
  },
  { title: "Transaction" },
);
export type Transaction = Static<typeof Transaction>;
export const TransactionList = ListOf(Transaction);

const balanceFields = {
  organizationId: Type.String(),
  appId: Type.String(),
  balance: Money("Available balance"),
  reserved: Money("Reserved for work in progress; not part of the balance"),
  currency: Type.String({ description: "ISO 4217; the same for the whole installation" }),
  allowNegativeBalance: Type.Boolean({ description: "Whether the balance may go below zero" }),
  isActive: Type.Boolean({ description: "Whether the app can send" }),
  agencyId: NullableText({ description: "The agency whose client the organization is" }),
  usagePaidBy: StringEnum(["organization", "agency"], { description: "The balance that usage-based charges are taken from" }),
  markupPercent: Nullable(
    Type.Number({ description: "The agency's markup on usage-based costs, regardless of who pays; null: no agency" }),
  ),
  lowThreshold: Nullable(Money("Threshold: below it the owners get an e-mail and balance.low is sent, once each time; null: never")),
  lowSince: NullableTimestamp({ description: "Since when the balance has been below the threshold" }),
  updatedAt: Timestamp,
};

export const Balance = Type.Object(balanceFields, { title: "Balance" });
export type Balance = Static<typeof Balance>;

export const OrganizationBalance = extending(
  Balance,
  { name: Type.String(), kind: StringEnum(["business", "agency", "platform"]), createdAt: Timestamp },
  { title: "OrganizationBalance" },
);
export type OrganizationBalance = Static<typeof OrganizationBalance>;
export const OrganizationBalanceList = ListOf(OrganizationBalance);

export const UpdateBillingOrganization = Type.Object(
  { allowNegativeBalance: Type.Optional(Type.Boolean({ description: "It cannot be turned off while the balance is below zero" })) },
  { title: "UpdateBillingOrganization" },
);
export type UpdateBillingOrganization = Static<typeof UpdateBillingOrganization>;

export const CreateCredit = Type.Object(
  {
    amount: Type.Number({
      exclusiveMinimum: -amountMax,
      exclusiveMaximum: amountMax,
      description: "Positive: a credit; negative: an adjustment; 6 decimals",
    }),
    reason: Type.Optional(Reason),
    adminId: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: "Who approved it, in your own words" })),
  },
  { title: "CreateCredit", description: "An adjustment needs a reason" },
);
export type CreateCredit = Static<typeof CreateCredit>;

export const CreditResult = extending(Balance, { transaction: Transaction }, { title: "CreditResult" });

export const UpdateBalance = Type.Object(
  {
    lowThreshold: Type.Optional(
      Nullable(
        Type.Number({
          minimum: 0,
          maximum: amountMax,
          description: "Notify when the balance, including reserved amounts, falls below this; null: never. 6 decimals",
        }),
      ),
    ),
  },
  { title: "UpdateBalance", description: "Omitted fields keep their values" },
);
export type UpdateBalance = Static<typeof UpdateBalance>;

export const balanceLowData = Type.Object(
  {
    appId: Type.String(),
    balance: Money("Including reserved amounts"),
    threshold: Money("The threshold that it fell below"),
    currency: Type.String({ description: "ISO 4217" }),
  },
  { title: "BalanceLowData" },
);

export const ListQuery = listQuery({});
export const ListTransactionsQuery = listQuery({ appId: AppIdQuery });
export const TransactionsFileQuery = Type.Object({
  from: Type.Optional(Instant("At or after this time; default: the start of the month")),
  to: Type.Optional(Instant("Before this time; default: now")),
});
export const BalanceQuery = Type.Object({ appId: AppIdQuery });

const usageFields = {
  month: Type.String({ description: "Year and month in UTC, 2026-11" }),
  messagesIn: Type.Integer({ description: "Messages received from customers" }),
  messagesOut: Type.Integer({ description: "Messages accepted for sending" }),
  activeContacts: Type.Integer({ description: "Contacts with a message in either direction" }),
  aiRequests: Type.Integer({ description: "Answers from AI models; minutes of voice calls are not among them" }),
  spend: Money("Sum of usage"),
};

export const UsageMonth = Type.Object(usageFields, { title: "UsageMonth" });
export type UsageMonth = Static<typeof UsageMonth>;
export const UsageMonthList = ListOf(UsageMonth);
export const ListUsageQuery = listQuery({ appId: AppIdQuery }, { default: 12, max: 100 });

export const ModelUsageQuery = Type.Object({
  month: Type.Optional(
    Type.String({ pattern: "^[1-9][0-9]{3}-(0[1-9]|1[0-2])$", description: "Year and month in UTC, 2026-11; default: the current month" }),
  ),
});

export const ModelUsage = Type.Object(
  {
    month: Type.String({ description: "Year and month in UTC, 2026-11" }),
    currency: Type.String({ description: "ISO 4217" }),
    models: Type.Array(
      Type.Object(
        {
          modelName: Type.String({ description: "As in the price list when it was charged" }),
          requests: Type.Integer({ description: "Answers, or with a model of voice calls started minutes" }),
          spend: Money("Taken from this balance"),
          owed: Money("Paid by the agency, and owed to it"),
        },
        { title: "ModelUsageLine" },
      ),
      { description: "Most requests first" },
    ),
  },
  { title: "ModelUsage" },
);
export type ModelUsage = Static<typeof ModelUsage>;

export const UsageSummary = Type.Object(
  {
    currency: Type.String(),
    months: Type.Array(
      extending(UsageMonth, { organizations: Type.Integer({ description: "Clients with any usage" }) }, { title: "UsageSummaryMonth" }),
      { description: "The last 12 months with any usage, newest first" },
    ),
  },
  { title: "UsageSummary" },
);
export type UsageSummary = Static<typeof UsageSummary>;
