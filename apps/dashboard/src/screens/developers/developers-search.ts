/** The search parameters of the developers' screens: those of GET /events, /request-logs and /webhooks/{id}/deliveries. */
import type { Delivery, RequestLogsListQuery } from "@parley/sdk";

export const requestMethods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export const deliveryStates = ["pending", "delivering", "delivered", "failed", "skipped"] as const satisfies readonly Delivery["state"][];

export interface DevelopersSearch extends Pick<RequestLogsListQuery, "keyId" | "path" | "requestId" | "status"> {
  /** For events, separated by commas. */
  type?: string | undefined;
  method?: (typeof requestMethods)[number] | undefined;
  failed?: boolean | undefined;
}

export interface DeliverySearch {
  state?: Delivery["state"] | undefined;
  /** The open delivery. */
  delivery?: string | undefined;
}

// A numeric text in the URL arrives as a number.
const text = (value: unknown) =>
  typeof value === "string" && value !== "" ? value : typeof value === "number" ? String(value) : undefined;
const oneOf = <const Word extends string>(values: readonly Word[], value: unknown) => values.find((candidate) => candidate === value);

/** Reads the URL's search parameters; invalid values are ignored. */
export function readDevelopersSearch(search: Record<string, unknown>): DevelopersSearch {
  const status = text(search["status"]);
  return {
    type: text(search["type"]),
    keyId: text(search["keyId"]),
    method: oneOf(requestMethods, search["method"]),
    path: text(search["path"]),
    requestId: text(search["requestId"]),
    status: status !== undefined && /^[1-5](?:xx|\d\d)$/.test(status) ? status : undefined,
    failed: typeof search["failed"] === "boolean" ? search["failed"] : undefined,
  };
}

export function readDeliverySearch(search: Record<string, unknown>): DeliverySearch {
  return { state: oneOf(deliveryStates, search["state"]), delivery: text(search["delivery"]) };
}
