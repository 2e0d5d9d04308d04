import { type Static, Type } from "typebox";
import { billingModes, Money } from "#modules/money/billing/index.ts";
import { ListOf, listQuery, NullableText, NullableTimestamp, StringEnum } from "#platform/http/schemas.ts";

const modeText =
  "client_pays: the client's balance pays the marked-up price, and the agency is credited the markup; agency_pays: the agency's balance pays the cost, and the client owes it the marked-up price";
const Mode = StringEnum(billingModes, { description: modeText });

export const ClientBilling = Type.Object(
  {
    clientId: Type.String(),
    mode: Mode,
    markupPercent: Type.Number({ description: "The agency's markup on everything with a price per use" }),
    outstanding: Type.Object(
      {
        charges: Type.Integer(),
        cost: Money("Before the markup"),
        reason: NullableText({ description: "Why it is waiting: the agency has insufficient_credits, or nothing yet" }),
      },
      { description: "Usage not yet in the agency's ledger, usually for a few seconds" },
    ),
    updatedAt: NullableTimestamp({ description: "null: unchanged since the client was created" }),
  },
  { title: "ClientBilling" },
);
export type ClientBilling = Static<typeof ClientBilling>;

export const UpdateClientBilling = Type.Object(
  {
    mode: Type.Optional(StringEnum(billingModes, { description: `${modeText}; omitted: unchanged` })),
    markupPercent: Type.Optional(
      Type.Number({ minimum: 0, maximum: 100, description: "0 to 100, at most 2 decimals; omitted: unchanged" }),
    ),
  },
  {
    title: "UpdateClientBilling",
    description: "Applies to usage from now on; work in progress keeps its terms. The client's owners get an e-mail when the markup rises",
  },
);
export type UpdateClientBilling = Static<typeof UpdateClientBilling>;

export const ClientMonth = Type.Object(
  {
    clientId: Type.String(),
    clientName: Type.String(),
    month: Type.String({ description: "Year and month in UTC, 2026-11" }),
    cost: Money("Paid from the agency's balance (agency_pays)"),
    owed: Money("What the client owes the agency for it, with the markup"),
    charged: Money("Paid from the client's balance, with the markup (client_pays)"),
    earned: Money("The part credited to the agency"),
    charges: Type.Integer({ description: "Number of uses" }),
  },
  { title: "ClientBillingMonth" },
);
export type ClientMonth = Static<typeof ClientMonth>;
export const ClientMonthList = ListOf(ClientMonth);

export const SummaryQuery = listQuery({
  month: Type.Optional(Type.String({ pattern: "^[1-9][0-9]{3}-(0[1-9]|1[0-2])$", description: "Only this month: 2026-11" })),
  clientId: Type.Optional(Type.String({ maxLength: 100, description: "Only this client" })),
});
export type SummaryQuery = Static<typeof SummaryQuery>;
