import { own, textAt } from "@parley/connector-kit/read";

/** One event of the platform, self-contained: everything `normalize` needs, as JSON. */
export interface ItemPayload {
  /** The platform's event name, such as `im_receive_msg`. */
  event: string;
  /** The envelope's time, in seconds. */
  createTime?: unknown;
  /** The business account that the event is for. */
  businessId?: string;
  /** The inner JSON, parsed; text that is not JSON is kept as it is. */
  content: unknown;
  /** The item's event id; replaces a message id that is missing or unusable. */
  key: string;
}

/** Reads a stored payload; undefined when it is not one of ours. */
export function readPayload(payload: unknown): ItemPayload | undefined {
  const key = textAt(payload, "key");
  if (key === undefined) return undefined;
  const businessId = textAt(payload, "businessId");
  return {
    event: textAt(payload, "event") ?? "",
    createTime: own(payload, "createTime"),
    ...(businessId === undefined ? {} : { businessId }),
    content: own(payload, "content"),
    key,
  };
}
