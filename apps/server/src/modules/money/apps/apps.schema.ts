import { type Static, Type } from "typebox";
import { AmountIn, Money, Reason, Transaction } from "#modules/money/billing/index.ts";
import { holders } from "#platform/auth/acting-level.ts";
import { extending } from "#platform/http/openapi/schemas.ts";
import { ListOf, listQuery, NullableEnum, Timestamp } from "#platform/http/schemas.ts";

const fields = {
  id: Type.String(),
  organizationId: Type.String(),
  name: Type.String(),
  isActive: Type.Boolean({ description: "Off: sends and calls are refused with app_inactive; customers' messages are still received" }),
  heldBy: NullableEnum(holders, {
    description: "Who above the organization turned it off: only they, or someone above them, can turn it on",
  }),
  balance: Money("Available balance"),
  currency: Type.String({ description: "ISO 4217; the same for the whole installation" }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
};

export const App = Type.Object(fields, { title: "App", description: "An organization's product workspace, with its prepaid balance" });
export type App = Static<typeof App>;
export const AppList = ListOf(App);
export const ListAppsQuery = listQuery({});

export const UpdateAppStatus = Type.Object({ isActive: Type.Boolean() }, { title: "UpdateAppStatus" });
export type UpdateAppStatus = Static<typeof UpdateAppStatus>;

export const TopUp = Type.Object({ amount: AmountIn("Amount to add to the balance"), reason: Type.Optional(Reason) }, { title: "TopUp" });
export type TopUp = Static<typeof TopUp>;

export const TopUpResult = extending(App, { transaction: Transaction }, { title: "TopUpResult" });

export const appUpdatedData = Type.Object({ appId: Type.String(), isActive: Type.Boolean() });
