import { type AnyRoute, personRoute } from "#platform/http/route.ts";
import * as schema from "../agencies.schema.ts";
import type { StaysService } from "./stays.service.ts";

const tag = "Agencies";
const path = "/auth/session/client";

/** Entering a client with a session, and leaving it. */
export function stayRoutes(stays: StaysService): AnyRoute[] {
  return [
    personRoute({
      method: "POST",
      path,
      operationId: "enterClient",
      tag,
      summary: "Act in a client with this session",
      description:
        "From the next request on, everything except the person's own account happens in the client, with the scopes of the current grant, for at most an hour; it is recorded in both audit logs. Once the grant has ended, requests are refused with `grant_required` until the session leaves. Entering again starts another hour.",
      scope: "agency:act",
      agencyOnly: true,
      body: schema.EnterClient,
      response: schema.Stay,
      errors: ["grant_required", "conflict"],
      example: { body: { clientId: "org_0199a1b2c3d47e5f8a9b0c1d2e3f4a5b" } },
      prepare: (ctx, { body }) => stays.prepare(ctx, body),
      handle: (ctx, _input, stay) => stays.enter(ctx, stay),
    }),
    personRoute({
      method: "DELETE",
      path,
      operationId: "leaveClient",
      bound: "allowed",
      tag,
      summary: "Leave the client in which this session acts",
      description: "Its key stops working. Has no effect if the session is not acting in a client.",
      scope: null,
      response: schema.LeftClient,
      handle: (ctx) => stays.leave(ctx),
    }),
  ];
}
