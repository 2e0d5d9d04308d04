/** Limits of sending and of the resource. */
export interface WebhookSettings {
  /** For one attempt in total; connecting has its own 5 s in the outbound client. */
  timeoutMs: number;
  leaseMs: number;
  /** Concurrent attempts. */
  endpointInFlightMax: number;
  /** For an endpoint that responds fast and has a queue. */
  fastInFlightMax: number;
  tenantInFlightMax: number;
  processInFlightMax: number;
  /** Share of the process for all endpoints together that respond slowly or not at all. */
  slowInFlightMax: number;
  /** Leased deliveries of one healthy endpoint that this process may hold, including those in flight. */
  endpointHeldMax: number;
  /** Leased deliveries that may wait in this process. */
  heldMax: number;
  eventBatch: number;
  endpointsPerTenantMax: number;
  rotationMs: number;
  disableAfterMs: number;
  disableAfterFailures: number;
  /** After this long without a success, and this many failures, owners are notified. */
  alertAfterMs: number;
  alertAfterFailures: number;
  responseBytesStored: number;
}

export const defaultSettings: WebhookSettings = {
  timeoutMs: 15_000,
  leaseMs: 60_000,
  endpointInFlightMax: 10,
  fastInFlightMax: 40,
  tenantInFlightMax: 50,
  processInFlightMax: 500,
  slowInFlightMax: 250,
  endpointHeldMax: 250,
  heldMax: 2_000,
  eventBatch: 500,
  endpointsPerTenantMax: 100,
  rotationMs: 24 * 3_600_000,
  disableAfterMs: 5 * 24 * 3_600_000,
  disableAfterFailures: 10,
  alertAfterMs: 5 * 60_000,
  alertAfterFailures: 5,
  responseBytesStored: 4_096,
};
