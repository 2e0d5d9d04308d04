import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type ControlAction, serveControl } from "../shared/control.ts";
import { listen, readBody, sendJson } from "../shared/http.ts";
import { invoicePage } from "./invoice-page.ts";
import type {
  CallbackOptions,
  InvoiceFault,
  InvoiceGateway,
  InvoiceGatewayOptions,
  RecordedGatewayCall,
  SimulatedInvoice,
} from "./types.ts";

/**
 * A payment gateway with invoices like Xendit's: HTTP Basic with the secret key as user name, `external_id` is not
 * unique (a second request creates a second invoice), callbacks carry a token and are not signed.
 */
export async function startInvoiceGateway(options: InvoiceGatewayOptions): Promise<InvoiceGateway> {
  const invoices: SimulatedInvoice[] = [];
  const calls: RecordedGatewayCall[] = [];
  const faults: InvoiceFault[] = [];
  let { callbackUrl, secretKey } = options;
  const now = options.now ?? Date.now;

  function get(id: string): SimulatedInvoice {
    const found = invoices.find((invoice) => invoice.id === id);
    if (found === undefined) throw new Error(`there is no invoice ${id}`);
    return found;
  }

  async function callback(id: string, given: CallbackOptions = {}): Promise<number[]> {
    if (callbackUrl === undefined) throw new Error("the gateway has no callback address");
    const url = callbackUrl;
    const body = JSON.stringify({ ...get(id), ...given.fields });
    const token = given.token === undefined ? options.callbackToken : given.token;
    const post = async () => {
      const headers = { "content-type": "application/json", ...(token === null ? {} : { "x-callback-token": token }) };
      const response = await fetch(url, { method: "POST", headers, body });
      await response.arrayBuffer();
      return response.status;
    };
    return Promise.all(Array.from({ length: given.times ?? 1 }, post));
  }

  async function pay(id: string, given: CallbackOptions & { amount?: number; silent?: boolean } = {}): Promise<number[]> {
    const invoice = get(id);
    Object.assign(invoice, { status: "PAID", paid_amount: given.amount ?? invoice.amount });
    return given.silent === true || callbackUrl === undefined ? [] : callback(id, given);
  }

  async function expire(id: string, given: CallbackOptions & { silent?: boolean } = {}): Promise<number[]> {
    get(id).status = "EXPIRED";
    return given.silent === true || callbackUrl === undefined ? [] : callback(id, given);
  }

  function create(body: Record<string, unknown>): SimulatedInvoice | string {
    const { external_id, amount, currency, description, invoice_duration } = body;
    if (typeof external_id !== "string" || external_id === "") return "external_id is required";
    if (typeof amount !== "number" || !(amount > 0)) return "amount must be a number above 0";
    if (typeof currency !== "string" || !/^[A-Z]{3}$/.test(currency)) return "currency is invalid";
    const id = randomBytes(12).toString("hex");
    const invoice: SimulatedInvoice = {
      id,
      external_id,
      status: "PENDING",
      amount,
      currency,
      description: String(description ?? ""),
      invoice_url: `${server.url}/web/${id}`,
      expiry_date: new Date(now() + (typeof invoice_duration === "number" ? invoice_duration : 86_400) * 1_000).toISOString(),
    };
    invoices.push(invoice);
    return invoice;
  }

  /** The page on which a person pays. */
  async function showPage(response: ServerResponse, pays: boolean, id: string): Promise<void> {
    const invoice = invoices.find((each) => each.id === id);
    if (pays && invoice?.status === "PENDING") await pay(id);
    response.writeHead(invoice === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
    response.end(invoicePage(invoice));
  }

  async function answer(request: IncomingMessage, response: ServerResponse, raw: Buffer): Promise<void> {
    const url = new URL(request.url ?? "/", "http://gateway");
    const line = `${request.method} ${url.pathname}`;
    const reply = (status: number, body: unknown) => {
      calls.push({ method: request.method ?? "", path: request.url ?? "", status });
      sendJson(response, status, JSON.stringify(body));
    };
    const drop = () => {
      calls.push({ method: request.method ?? "", path: request.url ?? "", status: 0 });
      response.destroy();
    };
    const page = /^(GET|POST) \/web\/([0-9a-f]+)$/.exec(line);
    if (page !== null) return showPage(response, page[1] === "POST", page[2] ?? "");
    if (request.headers.authorization !== `Basic ${Buffer.from(`${secretKey}:`).toString("base64")}`)
      return reply(401, { error_code: "INVALID_API_KEY", message: "The API key is not authorized" });
    if (line === "GET /v2/invoices") {
      const externalId = url.searchParams.get("external_id");
      const limit = Number(url.searchParams.get("limit") ?? 10);
      return reply(200, invoices.filter((invoice) => externalId === null || invoice.external_id === externalId).slice(0, limit));
    }
    if (line === "POST /v2/invoices") {
      const fault = faults.shift();
      if (fault?.kind === "error")
        return reply(fault.status, { error_code: fault.code ?? "SERVER_ERROR", message: fault.message ?? "It did not work" });
      const made = create(JSON.parse(raw.toString("utf8")) as Record<string, unknown>);
      if (typeof made === "string") return reply(400, { error_code: "API_VALIDATION_ERROR", message: made });
      if (fault?.kind === "hang_after_create") return;
      if (fault?.kind === "cut_after_create") return drop();
      if (fault?.kind === "paid_before_answer") await pay(made.id);
      if (fault?.kind === "html") {
        response.writeHead(200, { "content-type": "text/html" });
        return void response.end("<html><body>Welcome</body></html>");
      }
      return reply(200, made);
    }
    const expired = /^POST \/invoices\/([^/]+)\/expire!$/.exec(line);
    if (expired !== null) {
      const found = invoices.find((invoice) => invoice.id === expired[1]);
      if (found === undefined) return reply(404, { error_code: "INVOICE_NOT_FOUND_ERROR", message: "Invoice not found" });
      if (found.status === "PAID") return reply(400, { error_code: "INVALID_STATUS", message: "The invoice was paid" });
      found.status = "EXPIRED";
      return reply(200, found);
    }
    reply(404, { error_code: "NOT_FOUND", message: "There is no such operation" });
  }

  const actions = new Map<string, ControlAction>([
    ["GET invoices", () => invoices],
    ["GET calls", () => calls],
    ["POST faults", (input) => fault(input.fault as InvoiceFault, input.times)],
    ["POST invoices/:/pay", (input, [, id = ""]) => pay(id, input)],
    ["POST invoices/:/expire", (input, [, id = ""]) => expire(id, input)],
    ["POST invoices/:/callback", (input, [, id = ""]) => callback(id, input)],
  ]);

  function fault(given: InvoiceFault, times = 1): void {
    for (let i = 0; i < times; i++) faults.push(given);
  }

  const server = await listen(
    (request, response) => {
      if (request.url?.startsWith("/_simulator/")) return serveControl(actions, request, response);
      readBody(request, (raw) => {
        answer(request, response, raw).catch((error: unknown) => {
          sendJson(response, 500, JSON.stringify({ error_code: "SERVER_ERROR", message: String(error) }));
        });
      });
    },
    options.port ?? 0,
    "127.0.0.1",
  );

  return {
    url: server.url,
    port: server.port,
    invoices,
    calls,
    setCallbackUrl: (url) => {
      callbackUrl = url;
    },
    setSecretKey: (key) => {
      secretKey = key;
    },
    fault,
    clearFaults: () => {
      faults.length = 0;
    },
    invoicesOf: (externalId) => invoices.filter((invoice) => invoice.external_id === externalId),
    pay,
    expire,
    callback,
    close: () => server.close(),
  };
}
