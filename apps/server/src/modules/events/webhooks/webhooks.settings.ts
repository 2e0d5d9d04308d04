/** Limits of sending and of the resource. */
export interface WebhookSettings {
  /** For one attempt in all; connecting has its own 5 s in the outbound client. */
  timeoutMs: number;
  leaseMs: number;
  /** Attempts under way at once. */
  endpointInFlightMax: number;
  /** Of an endpoint that answers at once and has more waiting. */
  fastInFlightMax: number;
  tenantInFlightMax: number;
  processInFlightMax: number;
  /** Share of the process that endpoints which answer slowly or not at all may take together. */
  slowInFlightMax: number;
  /** Leased deliveries of one healthy endpoint this process may hold, those under way included. */
  endpointHeldMax: number;
  /** Leased deliveries this process may hold that wait for their turn. */
  heldMax: number;
  eventBatch: number;
  endpointsPerTenantMax: number;
  rotationMs: number;
  disableAfterMs: number;
  disableAfterFailures: number;
  /** So long without a success, with so many failures, and owners are told. */
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
