import { brokenRule, invalidField } from "#platform/errors/app-error.ts";
import { checkSum, readDecimal, readValue, toDecimal, toNumber } from "#platform/money/money.ts";
import { normalForm } from "#platform/text/normal.ts";
import type { OrderItem } from "./orders.schema.ts";

export interface ItemInput {
  name: string;
  sku?: string | null;
  quantity: number;
  unitPrice: number;
  discount?: number;
}

export interface AmountsInput {
  items: ItemInput[];
  discount: number;
  tax: number;
  shipping: number;
  /** The caller's own sum; undefined: not given. */
  subtotal: number | undefined;
  total: number | undefined;
}

/** Amounts as PostgreSQL's text for numeric. */
export interface OrderAmounts {
  items: OrderItem[];
  subtotal: string;
  discount: string;
  tax: string;
  shipping: string;
  total: string;
}

const quantityMax = 1_000_000;
const scale = 1_000_000n;

/**
 * An order's amounts, in exact millionths. Throws validation_error: 400 for a number that does not fit its documented
 * form; 422 for discounts larger than what they are deducted from, for sums too large to store, and for a subtotal or
 * total that disagrees. Pure.
 */
export function computeAmounts(input: AmountsInput): OrderAmounts {
  let subtotal = 0n;
  const items = input.items.map((item, i) => {
    const field = `items[${i}]`;
    const line = readLine(field, item);
    subtotal += line.total;
    return line.item;
  });
  checkSum("subtotal", subtotal);
  const discount = readValue("discount", input.discount);
  const tax = readValue("tax", input.tax);
  const shipping = readValue("shipping", input.shipping);
  if (discount > subtotal)
    throw brokenRule("discount", "out_of_range", `The discount is larger than the subtotal of ${toNumber(subtotal)}.`);
  const total = checkSum("total", subtotal - discount + tax + shipping);
  agree("subtotal", input.subtotal, subtotal);
  agree("total", input.total, total);
  return {
    items,
    subtotal: toDecimal(subtotal),
    discount: toDecimal(discount),
    tax: toDecimal(tax),
    shipping: toDecimal(shipping),
    total: toDecimal(total),
  };
}

function readLine(field: string, item: ItemInput): { item: OrderItem; total: bigint } {
  const name = normalForm("NFC", item.name.trim());
  if (name === "") throw invalidField(`${field}.name`, "too_short");
  const sku = item.sku?.trim() ?? null;
  if (sku === "") throw invalidField(`${field}.sku`, "too_short");
  if (!(item.quantity > 0 && item.quantity <= quantityMax))
    throw invalidField(`${field}.quantity`, "out_of_range", `A quantity must be more than 0 and at most ${quantityMax}.`);
  const quantity = readDecimal(item.quantity, 3);
  if (quantity === null) throw invalidField(`${field}.quantity`, "invalid_format", "A quantity can have at most 3 decimals.");
  const unitPrice = readValue(`${field}.unitPrice`, item.unitPrice);
  const discount = readValue(`${field}.discount`, item.discount ?? 0);
  const full = checkSum(`${field}.unitPrice`, (quantity * unitPrice + scale / 2n) / scale);
  if (discount > full) throw brokenRule(`${field}.discount`, "out_of_range", `The discount is larger than the line's ${toNumber(full)}.`);
  const total = full - discount;
  return {
    item: {
      name,
      sku,
      quantity: item.quantity,
      unitPrice: item.unitPrice,
      discount: toNumber(discount),
      total: toNumber(total),
    },
    total,
  };
}

function agree(field: "subtotal" | "total", given: number | undefined, computed: bigint): void {
  if (given !== undefined && readValue(field, given) !== computed)
    throw brokenRule(field, "not_allowed", `The ${field} is ${toNumber(computed)}. Send that amount, or leave it out.`);
}
