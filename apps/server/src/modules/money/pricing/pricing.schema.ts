import { type Static, Type } from "typebox";
import { ListOf, listQuery, NullableText, Timestamp } from "#platform/http/schemas.ts";
import { amountMax } from "#platform/money/money.ts";

export const Price = Type.Object(
  {
    id: Type.String(),
    modelName: Type.String(),
    costPerRequest: Type.Number({ description: "In the installation's currency; at most 6 decimals" }),
    currency: Type.String({ description: "ISO 4217" }),
    description: NullableText(),
    isActive: Type.Boolean({ description: "Off: the price is not offered" }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "Price" },
);
export type Price = Static<typeof Price>;
export const PriceList = ListOf(Price);
export const ListPricesQuery = listQuery({});

const costPerRequest = Type.Number({ minimum: 0, maximum: amountMax, description: `0 to ${amountMax}, at most 6 decimals` });
const description = NullableText({ maxLength: 500 });

export const CreatePrice = Type.Object(
  { modelName: Type.String({ minLength: 1, maxLength: 200 }), costPerRequest, description: Type.Optional(description) },
  { title: "CreatePrice" },
);
export type CreatePrice = Static<typeof CreatePrice>;

export const UpdatePrice = Type.Object(
  { costPerRequest, description: Type.Optional(description), isActive: Type.Optional(Type.Boolean()) },
  { title: "UpdatePrice", description: "Omitted fields keep their values" },
);
export type UpdatePrice = Static<typeof UpdatePrice>;
