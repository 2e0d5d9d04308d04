/** The headers of a delivery besides its signatures and the webhook's own: the same when sent and when shown. */
export function plainHeaders(attempt: number): Record<string, string> {
  return {
    "content-type": "application/json",
    "user-agent": "Service-Webhooks/1.0",
    "x-service-attempt": String(attempt),
  };
}

export const secondsOf = (startedAt: Date): number => Math.floor(startedAt.getTime() / 1000);

/**
 * The headers of a past attempt. null: signatures, which are not stored, and the webhook's own headers, whose values are never shown.
 *
 * @param ownNames current names of the webhook's own headers; their names at that time are not stored either
 */
export function shownHeaders(
  attempt: { attempt: number; started_at: Date },
  event: string,
  ownNames: readonly string[],
): Record<string, string | null> {
  return {
    ...Object.fromEntries(ownNames.map((name) => [name.toLowerCase(), null])),
    "x-service-signature": null,
    "webhook-id": event,
    "webhook-timestamp": String(secondsOf(attempt.started_at)),
    "webhook-signature": null,
    ...plainHeaders(attempt.attempt),
  };
}
