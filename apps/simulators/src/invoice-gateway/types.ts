/** An invoice as stored by the gateway; `expiry_date` in ISO 8601. */
export interface SimulatedInvoice {
  id: string;
  external_id: string;
  status: "PENDING" | "PAID" | "EXPIRED";
  amount: number;
  currency: string;
  description: string;
  invoice_url: string;
  expiry_date: string;
  paid_amount?: number;
}

/**
 * What goes wrong with the next request to create an invoice. The word after the dash says whether it exists
 * afterwards.
 */
export type InvoiceFault =
  /** The caller hangs until it gives up — yes. */
  | { kind: "hang_after_create" }
  /** The connection breaks without a response — yes. */
  | { kind: "cut_after_create" }
  /** An error response — no. */
  | { kind: "error"; status: number; code?: string; message?: string }
  /** Paid, and its callback answered, before the response to the caller — yes. */
  | { kind: "paid_before_answer" }
  /** 200 with a page of HTML — yes. */
  | { kind: "html" };

export interface CallbackOptions {
  /** A token to use instead of the right one; null: no token. */
  token?: string | null;
  /** How many at once. Default 1. */
  times?: number;
  /** Fields that differ from the invoice's. */
  fields?: Record<string, unknown>;
}

export interface InvoiceGatewayOptions {
  port?: number;
  secretKey: string;
  callbackToken: string;
  /** Where callbacks are posted. Absent: none are posted automatically. */
  callbackUrl?: string;
  /** Milliseconds since 1970, for expiry. */
  now?: () => number;
}

export interface RecordedGatewayCall {
  method: string;
  path: string;
  status: number;
}

export interface InvoiceGateway {
  readonly url: string;
  readonly port: number;
  /** Oldest first. */
  readonly invoices: readonly SimulatedInvoice[];
  readonly calls: readonly RecordedGatewayCall[];
  setCallbackUrl(url: string): void;
  setSecretKey(secretKey: string): void;
  fault(fault: InvoiceFault, times?: number): void;
  clearFaults(): void;
  invoicesOf(externalId: string): SimulatedInvoice[];
  /** The customer pays; with `silent` the callback is lost. Returns the statuses of the callbacks' responses. */
  pay(invoiceId: string, options?: CallbackOptions & { amount?: number; silent?: boolean }): Promise<number[]>;
  expire(invoiceId: string, options?: CallbackOptions & { silent?: boolean }): Promise<number[]>;
  /** Posts the callback of an invoice in its current state. */
  callback(invoiceId: string, options?: CallbackOptions): Promise<number[]>;
  close(): Promise<void>;
}
