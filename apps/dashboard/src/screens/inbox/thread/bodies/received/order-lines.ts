import type { ReceivedOrder, ReceivedOrderItem } from "@parley/sdk";
import type { Format } from "../../../../../i18n/format.ts";

/** A number with more digits than JavaScript keeps is a string. */
type Quantity = number | string;

export interface OrderLine {
  /** The product's name, otherwise its number in the shop; null: neither is given. */
  name: string | null;
  quantity: Quantity | null;
  price: Quantity | null;
  currency: string | null;
}

/** The ordered products. Pure. The platform's members are passed on unchecked, so each may be anything. */
export function orderLines({ productItems }: ReceivedOrder): OrderLine[] {
  if (!Array.isArray(productItems)) return [];
  return productItems
    .filter((item) => typeof item === "object" && item !== null)
    .map((item) => ({
      name: [item["name"], item.productRetailerId].find((each): each is string => typeof each === "string" && each !== "") ?? null,
      quantity: quantityOf(item.quantity),
      price: quantityOf(item.itemPrice),
      currency: currencyOf(item),
    }));
}

const quantityOf = (value: unknown): Quantity | null => (typeof value === "number" || typeof value === "string" ? value : null);

/** What all lines cost together; null where a line has no price, or they have different currencies. */
export function orderTotal(lines: readonly OrderLine[]): { amount: number; currency: string } | null {
  const currency = lines[0]?.currency ?? null;
  if (currency === null) return null;
  let amount = 0;
  for (const line of lines) {
    if (line.currency !== currency || typeof line.price !== "number" || typeof line.quantity !== "number") return null;
    amount += line.price * line.quantity;
  }
  return { amount, currency };
}

/** 2 × €12.50, or the part of it that is given. */
export function lineAmount({ quantity, price, currency }: OrderLine, format: Format): string {
  const count = typeof quantity === "number" ? format.number(quantity) : quantity;
  const each = typeof price === "number" ? (currency === null ? format.number(price) : format.money(price, currency)) : price;
  // A price that is a string has more digits than the formatter keeps: it is shown as the platform wrote it.
  const cost = typeof price === "string" && currency !== null ? `${each} ${currency}` : each;
  return [count, cost].filter((part) => part !== null).join(" × ");
}

/** Three letters, which is what the formatter accepts. */
function currencyOf({ currency }: ReceivedOrderItem): string | null {
  return typeof currency === "string" && /^[A-Za-z]{3}$/.test(currency) ? currency.toUpperCase() : null;
}
