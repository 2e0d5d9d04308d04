import type { OutboundClient, OutboundResponse } from "#platform/outbound-http/client.ts";
import { OutboundError } from "#platform/outbound-http/errors.ts";

/** An invoice as the gateway reports it. */
export interface Invoice {
  id: string;
  externalId: string;
  url: string | null;
  /** Upper case, as the gateway sends it: PENDING, PAID, SETTLED, EXPIRED, … */
  status: string;
  amount: number | null;
  paidAmount: number | null;
  currency: string | null;
  expiresAt: Date | null;
}

export interface NewInvoice {
  externalId: string;
  /** A JSON number. */
  amount: number;
  currency: string;
  description: string;
  durationSeconds: number;
}

/**
 * Why a call failed. `credentials`: the key is refused. `permanent`: the request is refused. `retryable`: may work
 * later, and may have had its effect.
 */
export class GatewayError extends Error {
  override readonly name = "GatewayError";
  readonly kind: "credentials" | "permanent" | "retryable" | "address";

  constructor(kind: GatewayError["kind"], message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
  }
}

const timeoutMs = 15_000;
const responseBytesMax = 1_000_000;

/**
 * The gateway's interface, modelled on Xendit's invoices (https://docs.xendit.co/apidocs, read 2026-11-20): HTTP Basic
 * with the secret key as user name. Its address comes from settings, so every call passes the outbound guard.
 */
export function createInvoiceClient(outbound: OutboundClient, access: { baseUrl: string; secretKey: string }) {
  async function call(method: "GET" | "POST", path: string, body?: object, key?: string): Promise<unknown> {
    let response: OutboundResponse;
    try {
      response = await outbound.request({
        url: `${access.baseUrl}${path}`,
        method,
        headers: {
          authorization: `Basic ${Buffer.from(`${access.secretKey}:`).toString("base64")}`,
          accept: "application/json",
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(key === undefined ? {} : { "x-idempotency-key": key }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        timeoutMs,
        responseBytesMax,
        overflow: "error",
      });
    } catch (error) {
      const blocked = error instanceof OutboundError && error.kind === "blocked";
      throw new GatewayError(blocked ? "address" : "retryable", error instanceof OutboundError ? error.message : "the call failed", error);
    }
    if (response.status >= 200 && response.status < 300) return parse(response.bodyText);
    throw refusal(response);
  }

  return {
    /** @throws GatewayError */
    async create(invoice: NewInvoice): Promise<Invoice> {
      const made = await call(
        "POST",
        "/v2/invoices",
        {
          external_id: invoice.externalId,
          amount: invoice.amount,
          currency: invoice.currency,
          description: invoice.description,
          invoice_duration: invoice.durationSeconds,
        },
        invoice.externalId,
      );
      return readInvoice(made);
    },

    /** Invoices with our id; several only if one was created and its response was lost. @throws GatewayError */
    async find(externalId: string): Promise<Invoice[]> {
      const found = await call("GET", `/v2/invoices?external_id=${encodeURIComponent(externalId)}`);
      if (!Array.isArray(found)) throw new GatewayError("retryable", "the gateway's response is not a list of invoices");
      // A gateway that does not filter must not make us take another invoice for ours.
      return found.map(readInvoice).filter((invoice) => invoice.externalId === externalId);
    },

    /** Expires an invoice, so that it cannot be paid any more. @throws GatewayError */
    async expire(invoiceId: string): Promise<Invoice> {
      return readInvoice(await call("POST", `/invoices/${encodeURIComponent(invoiceId)}/expire!`));
    },

    /** Checks the address and the key. @throws GatewayError */
    async check(): Promise<void> {
      const found = await call("GET", "/v2/invoices?limit=1");
      if (!Array.isArray(found)) throw new GatewayError("permanent", "the gateway's response is not a list of invoices");
    },
  };
}

export type InvoiceClient = ReturnType<typeof createInvoiceClient>;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new GatewayError("retryable", "the gateway's response is not JSON", cause);
  }
}

function refusal(response: OutboundResponse): GatewayError {
  let detail = "";
  try {
    const body = JSON.parse(response.bodyText) as { message?: unknown; error_code?: unknown };
    detail = [body.error_code, body.message].filter((part) => typeof part === "string").join(": ");
  } catch {
    // An HTML page says nothing that the status does not.
  }
  const message = `the gateway responded with ${response.status}${detail === "" ? "" : ` (${detail.slice(0, 300)})`}`;
  if (response.status === 401 || response.status === 403) return new GatewayError("credentials", message);
  const retryable = response.status >= 500 || response.status < 400 || [408, 409, 425, 429].includes(response.status);
  return new GatewayError(retryable ? "retryable" : "permanent", message);
}

/**
 * Reads an invoice in a response or a callback. Throws GatewayError without id and external_id (retryable: it may have
 * been created).
 */
export function readInvoice(value: unknown): Invoice {
  const given = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  const { id, external_id: externalId, status } = given;
  if (typeof id !== "string" || id === "" || id.length > 200 || typeof externalId !== "string")
    throw new GatewayError("retryable", "the gateway's response is not an invoice");
  const expiry = typeof given["expiry_date"] === "string" ? new Date(given["expiry_date"]) : null;
  return {
    id,
    externalId,
    url: typeof given["invoice_url"] === "string" ? given["invoice_url"].slice(0, 2_000) : null,
    status: typeof status === "string" ? status.toUpperCase() : "",
    amount: numberOf(given["amount"]),
    paidAmount: numberOf(given["paid_amount"]),
    currency: typeof given["currency"] === "string" ? given["currency"].toUpperCase() : null,
    expiresAt: expiry === null || Number.isNaN(expiry.getTime()) ? null : expiry,
  };
}

function numberOf(value: unknown): number | null {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
}
