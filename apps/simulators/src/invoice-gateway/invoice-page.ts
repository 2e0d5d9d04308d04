import type { SimulatedInvoice } from "./types.ts";

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** The payer's view: the amount, and a button that pays it. */
export function invoicePage(invoice: SimulatedInvoice | undefined): string {
  const body =
    invoice === undefined
      ? "<h1>There is no such invoice</h1>"
      : `<h1>${escaped(invoice.description) || "Invoice"}</h1>
<p>${invoice.amount} ${invoice.currency}</p>
${
  invoice.status === "PENDING"
    ? '<form method="post"><button type="submit">Pay</button></form>'
    : `<p role="status">${invoice.status === "PAID" ? "Paid. You can close this page." : "This invoice has expired."}</p>`
}`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Simulated payment</title>${body}</html>`;
}
