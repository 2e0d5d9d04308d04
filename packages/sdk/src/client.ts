import { operations } from "./generated/operations.ts";
import type { Resources } from "./generated/resources.ts";
import { createSend } from "./request.ts";
import { createResources } from "./resources.ts";
import { type ClientOptions, readSettings } from "./settings.ts";
import type { RequestOptions } from "./types.ts";
import type { verifyDelivery } from "./webhooks.ts";

export interface Client extends Resources {
  readonly webhooks: Resources["webhooks"] & {
    /** The event of a delivery with a valid signature; see `verifyDelivery`. */
    verify: typeof verifyDelivery;
  };
  /**
   * Calls an operation by its path below /api/v1, for operations unknown to this version; with the same retries and
   * errors.
   */
  request<Answer = unknown>(
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    path: string,
    input?: { query?: object | undefined; body?: unknown } & RequestOptions,
  ): Promise<Answer>;
}

function construct(options: ClientOptions): Client {
  return Object.setPrototypeOf(createClient(options), construct.prototype) as Client;
}

/** A client of one server, with one credential. It holds no connection, so any number of clients may be created. */
export const Client = construct as unknown as new (options: ClientOptions) => Client;

function createClient(options: ClientOptions): Client {
  const settings = readSettings(options);
  const send = createSend(settings);
  const resources = createResources(operations, send, settings);
  return {
    ...resources,
    webhooks: {
      ...resources.webhooks,
      // Only receivers of webhooks need it: a page that never verifies one does not fetch it.
      verify: async (...given) => (await import("./webhooks.ts")).verifyDelivery(...given),
    },
    request: async <Answer>(method: string, path: string, { query, body, ...requestOptions }: Parameters<Client["request"]>[2] = {}) => {
      if (!path.startsWith("/") || path.split(/[/?#\\]/).some((part) => /^(?:\.|%2e){1,2}$/i.test(part)))
        throw new TypeError("path: must start with a slash and have no segment . or ..");
      return (await send({
        method,
        path,
        query,
        body,
        keyed: method !== "GET",
        answer: "json",
        accept: "application/json",
        options: requestOptions,
      })) as Answer;
    },
  };
}
