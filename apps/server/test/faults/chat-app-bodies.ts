/** Callback bodies of the chat-app platform, hand-made where a test needs what the simulator would never send. */
import { randomBytes } from "node:crypto";
import { patienceMs } from "../eventually.ts";
import { signCallback } from "../harness.ts";

export const accountOf = (phoneNumberId: string) => `2${phoneNumberId.slice(1)}`;
export const newMessageId = () => `wamid.${randomBytes(18).toString("base64url")}`;

export interface Change {
  phoneNumberId: string;
  value: Record<string, unknown>;
}

/** One body with an entry per change. */
export function callbackBody(...changes: Change[]): string {
  return JSON.stringify({
    object: "whatsapp_business_account",
    entry: changes.map(({ phoneNumberId, value }) => ({
      id: accountOf(phoneNumberId),
      changes: [
        {
          field: "messages",
          value: {
            messaging_product: "whatsapp",
            metadata: { display_phone_number: "15550100100", phone_number_id: phoneNumberId },
            ...value,
          },
        },
      ],
    })),
  });
}

export function textMessage(from: string, text: string, options: { id?: string; at?: Date } = {}) {
  return {
    from,
    id: options.id ?? newMessageId(),
    timestamp: String(Math.floor((options.at ?? new Date()).getTime() / 1000)),
    type: "text",
    text: { body: text },
  };
}

export function inboundChange(phoneNumberId: string, from: string, messages: unknown[], name = "Amina"): Change {
  return { phoneNumberId, value: { contacts: [{ profile: { name }, wa_id: from }], messages } };
}

export function statusChange(
  phoneNumberId: string,
  to: string,
  externalId: string,
  status: string,
  options: { at: Date; reference?: string },
): Change {
  return {
    phoneNumberId,
    value: {
      statuses: [
        {
          id: externalId,
          status,
          timestamp: String(Math.floor(options.at.getTime() / 1000)),
          recipient_id: to,
          ...(options.reference === undefined ? {} : { biz_opaque_callback_data: options.reference }),
          ...(status === "failed" ? { errors: [{ code: 131026, title: "Message undeliverable" }] } : {}),
        },
      ],
    },
  };
}

/** Posts a signed body; returns the response's status. */
export async function postCallback(url: string, body: string | Buffer, secret?: string): Promise<number> {
  const response = await fetch(url, {
    method: "POST",
    headers: signCallback(body, secret),
    body: body as string,
    signal: AbortSignal.timeout(patienceMs),
  });
  await response.arrayBuffer();
  return response.status;
}
