import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { billingActor } from "#modules/money/billing/index.ts";
import { GatewayError, type GatewayService, type Invoice, readInvoice } from "#modules/money/payment-gateway/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import { retryConflicts } from "#platform/db/conflicts.ts";
import type { Database } from "#platform/db/database.ts";
import { AppError, notFound } from "#platform/errors/app-error.ts";
import { parseJsonBody } from "#platform/http/reading/body.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import * as queries from "./payment-requests.queries.ts";
import type { PaymentRequestsService } from "./payment-requests.service.ts";

const callbackBytesMax = 64 * 1_024;

/**
 * Where the gateway reports on its invoices. Responds after the commit: 200 for an applied or already known report, and
 * for another customer's invoice at the same gateway; 401 without our token; 400 for what is not an invoice. Without
 * the database: 503, and the gateway retries.
 */
export function createPaymentCallbacks(deps: {
  database: Database;
  clock: Clock;
  wake: Wake;
  log: Log;
  gateway: GatewayService;
  service: PaymentRequestsService;
}) {
  async function apply(invoice: Invoice): Promise<void> {
    const id = parseWireId("pay", invoice.externalId);
    const tenantId = id === null ? null : await queries.tenantOfPaymentRequest(deps.database, id);
    if (id === null || tenantId === null) {
      deps.log.warn({ invoice: invoice.id }, "a payment callback matches no payment request");
      return;
    }
    await retryConflicts(() =>
      deps.database.withTenant(tenantId, async (tx) => {
        const now = deps.clock.now();
        const row = await queries.findPaymentRequest(tx, id, true);
        if (row === null) throw notFound();
        await deps.service.apply({ tenantId, actor: billingActor, scopes: new Set(), session: null, requestId: "", now, tx }, row, invoice);
        // A worker that has claimed it decides the next step when it returns.
        if (row.status !== "pending" && row.status !== "cancelled" && row.state === "ready") row.state = "done";
        await queries.storePaymentRequest(tx, now, row);
      }),
    );
    deps.wake.hint("events");
    deps.wake.hint("billing");
  }

  return {
    async register(app: FastifyInstance): Promise<void> {
      await app.register(async (scope) => {
        scope.removeAllContentTypeParsers();
        // Parsed only after the token was checked.
        scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: callbackBytesMax }, (_request, body, done) => done(null, body));
        scope.post(
          "/callbacks/payments",
          {
            bodyLimit: callbackBytesMax,
            onRequest: async (request) => {
              if (!(await deps.gateway.isGateway(request.headers["x-callback-token"])))
                throw new AppError("unauthorized", { message: "The callback token is missing or wrong." });
            },
          },
          async (request: FastifyRequest, reply: FastifyReply) => {
            const body = parseJsonBody(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
            await apply(readCallback(body));
            return reply.code(200).send({ received: true });
          },
        );
      });
    },
  };
}

function readCallback(body: unknown): Invoice {
  try {
    return readInvoice(body);
  } catch (error) {
    if (error instanceof GatewayError) throw new AppError("validation_error", { message: "The body is not an invoice." });
    throw error;
  }
}
