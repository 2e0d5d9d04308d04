import type { Invoice } from "#modules/money/payment-gateway/index.ts";
import { toMicros } from "#platform/money/money.ts";
import type { PaymentRequestRow } from "./payment-requests.queries.ts";

/** What an invoice means for a payment request. Pure: the ledger and the row are up to the caller. */
export type Verdict =
  /** Nothing new. */
  | { kind: "nothing" }
  | { kind: "paid" }
  | { kind: "expired" }
  /** Money arrived that is not credited; `status` is the new status. */
  | { kind: "problem"; status: PaymentRequestRow["status"]; problem: string };

export function evaluateInvoice(
  row: Pick<PaymentRequestRow, "status" | "amount" | "currency" | "invoice_id" | "problem">,
  invoice: Pick<Invoice, "id" | "status" | "amount" | "paidAmount" | "currency">,
): Verdict {
  const own = row.invoice_id === null || row.invoice_id === invoice.id;
  if (invoice.status === "EXPIRED") return row.status === "pending" && own ? { kind: "expired" } : { kind: "nothing" };
  if (invoice.status !== "PAID" && invoice.status !== "SETTLED") return { kind: "nothing" };
  if (row.status === "paid") {
    if (own) return { kind: "nothing" };
    const problem = `Invoice ${invoice.id} was also paid; that payment was not credited.`;
    return row.problem === problem ? { kind: "nothing" } : { kind: "problem", status: "paid", problem };
  }
  const paid = invoice.paidAmount ?? invoice.amount;
  if (isAmount(paid, row.amount) && (invoice.currency === null || invoice.currency === row.currency)) return { kind: "paid" };
  const what = paid === null ? "an amount that the gateway does not report" : `${paid} ${invoice.currency ?? row.currency}`;
  const problem = `Invoice ${invoice.id} was paid with ${what} instead of ${Number(row.amount)} ${row.currency}; nothing was credited.`;
  return row.problem === problem ? { kind: "nothing" } : { kind: "problem", status: "failed", problem };
}

function isAmount(paid: number | null, expected: string): boolean {
  if (paid === null) return false;
  try {
    return toMicros(paid) === toMicros(expected);
  } catch (error) {
    // More decimals than any of our amounts.
    if (error instanceof RangeError) return false;
    throw error;
  }
}
