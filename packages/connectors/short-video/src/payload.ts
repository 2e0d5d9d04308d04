import { own, textAt } from "@parley/connector-kit/read";

/** One event of the platform, self-contained: everything `normalize` needs, as JSON. */
export interface ItemPayload {
  /** The platform's word for what happened, `im_receive_msg`. */
  event: string;
  /** Of the envelope, in seconds. */
  createTime?: unknown;
  /** The business account the event is for. */
  businessId?: string;
  /** The inner JSON, parsed; as it came where it is none. */
  content: unknown;
  /** The item's event id; stands in for a message id that is missing or unusable. */
  key: string;
}

/** A stored payload read back; undefined when it is not one of ours. */
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
