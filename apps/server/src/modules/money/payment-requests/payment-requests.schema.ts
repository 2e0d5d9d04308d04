import { type Static, Type } from "typebox";
import { AmountIn, AppIdQuery, Money } from "#modules/money/billing/index.ts";
import { extending } from "#platform/http/openapi/schemas.ts";
import { ListOf, listQuery, NullableText, NullableTimestamp, Timestamp, StringEnum } from "#platform/http/schemas.ts";

export const paymentStatuses = ["pending", "paid", "expired", "failed", "cancelled"] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

const fields = {
  id: Type.String(),
  organizationId: Type.String(),
  subscriptionId: NullableText({ description: "Set when it pays a bill of the subscription" }),
  amount: Money("Amount credited when it is paid"),
  currency: Type.String({ description: "ISO 4217" }),
  description: NullableText({ description: "Text on the invoice" }),
  status: StringEnum(paymentStatuses),
  invoiceId: NullableText({ description: "The gateway's id" }),
  invoiceUrl: NullableText({ description: "Where to pay; null until the gateway has created the invoice" }),
  expiresAt: NullableTimestamp({ description: "When the invoice expires" }),
  paidAt: NullableTimestamp(),
  paidAmount: Type.Unsafe<number | null>({ type: ["number", "null"], description: "The amount that the gateway reports as paid" }),
  problem: NullableText({ description: "Needs a person's attention: nothing was credited, or it was paid twice" }),
  createdBy: Type.String({ description: "A key, an agent, or a system part" }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
};

export const PaymentRequest = Type.Object(fields, { title: "PaymentRequest" });
export type PaymentRequest = Static<typeof PaymentRequest>;
export const PaymentRequestList = ListOf(PaymentRequest);

export const AdminPaymentRequest = extending(
  PaymentRequest,
  {
    attempts: Type.Integer({ description: "Attempts at the gateway so far" }),
    lastError: NullableText({ description: "Why the last attempt failed" }),
    nextAttemptAt: NullableTimestamp({ description: "Next attempt at the gateway; null: no further attempts" }),
  },
  { title: "AdminPaymentRequest" },
);
export type AdminPaymentRequest = Static<typeof AdminPaymentRequest>;
export const AdminPaymentRequestList = ListOf(AdminPaymentRequest);

export const CreatePaymentRequest = Type.Object(
  {
    amount: AmountIn("Amount to pay and to credit"),
    currency: Type.Optional(
      Type.String({ pattern: "^[A-Z]{3}$", description: "ISO 4217; must be the installation's currency, which is the default" }),
    ),
    description: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: "Text on the invoice" })),
  },
  { title: "CreatePaymentRequest" },
);
export type CreatePaymentRequest = Static<typeof CreatePaymentRequest>;

export const ListPaymentRequestsQuery = listQuery({ appId: AppIdQuery });
export const ListAdminPaymentRequestsQuery = listQuery({});

export const paymentRequestUpdatedData = Type.Object({
  paymentRequestId: Type.String(),
  status: StringEnum(paymentStatuses),
  previousStatus: StringEnum(paymentStatuses),
  amount: Type.Number(),
  currency: Type.String(),
  invoiceUrl: NullableText(),
  problem: NullableText(),
});
