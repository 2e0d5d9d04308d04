import { type Static, Type } from "typebox";
import type { EventType } from "#platform/events/types.ts";
import { NullableText, StringEnum } from "#platform/http/schemas.ts";

export const grantEnded = "agency_grant.ended";

export const grantRequested = "agency_grant.requested";
export const grantAnswered = "agency_grant.answered";

export const endReasons = ["revoked", "replaced", "client_ended", "expired"] as const;
export type EndReason = (typeof endReasons)[number];

/** How many of the things stopped with a grant an event and an audit entry list; the others are only counted. */
export const stoppedMax = 200;

export const StoppedResource = Type.Object({
  kind: Type.String({ description: "flow, flow_run, flow_address, broadcast, chatbot, contact_import, …" }),
  id: Type.String(),
});
export type StoppedResource = Static<typeof StoppedResource>;

const grantFields = {
  grantId: Type.String(),
  agencyId: Type.String(),
  agencyName: Type.String(),
  clientId: Type.String(),
  scopes: Type.Array(Type.String()),
  linkRequestId: NullableText({ description: "The agency asks to become the organization's agency; null: it already is" }),
};

export const agencyEvents: EventType[] = [
  {
    type: grantRequested,
    summary: "An agency requests a grant, and optionally the link; sent to the organization",
    data: Type.Object(grantFields),
  },
  {
    type: grantAnswered,
    summary: "An organization accepted or refused a grant; sent to both organizations",
    data: Type.Object({ ...grantFields, status: StringEnum(["accepted", "refused"]) }),
  },
  {
    type: grantEnded,
    summary: "An agency's grant ended, and with it everything the agency created under it; sent to both organizations",
    data: Type.Object({
      grantId: Type.String(),
      agencyId: Type.String(),
      clientId: Type.String(),
      because: StringEnum(endReasons, {
        description: "replaced: the client accepted another grant of the agency; client_ended: the agency ended the client",
      }),
      stoppedCount: Type.Integer({ description: "How many things were stopped as a result" }),
      stopped: Type.Array(StoppedResource, { maxItems: stoppedMax, description: "The first few" }),
    }),
  },
];
