import { type Static, Type } from "typebox";
import { memberRoles } from "#platform/auth/roles.ts";
import { ListOf, listQuery, NullableText, NullableTimestamp, Timestamp, StringEnum } from "#platform/http/schemas.ts";

export const invitationStatuses = ["pending", "accepted", "revoked", "expired"] as const;
export type InvitationStatus = (typeof invitationStatuses)[number];

export const Invitation = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    name: NullableText(),
    role: StringEnum(memberRoles),
    status: StringEnum(invitationStatuses),
    invitedBy: Type.String({ description: "The agent or key that sent the invitation" }),
    mailStatus: StringEnum(["queued", "sent", "failed"], { description: "Status of the latest e-mail" }),
    mailError: NullableText({ description: "Why the e-mail has not been sent, in words" }),
    expiresAt: Timestamp,
    acceptedAt: NullableTimestamp(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "Invitation" },
);
export type Invitation = Static<typeof Invitation>;

export const InvitationList = ListOf(Invitation);
export const ListInvitationsQuery = listQuery({ status: Type.Optional(StringEnum(invitationStatuses)) });

const Name = Type.String({ minLength: 1, maxLength: 200 });

export const CreateInvitation = Type.Object(
  {
    email: Type.String({ minLength: 3, maxLength: 320 }),
    role: StringEnum(memberRoles, { description: "At most the agency's own" }),
    name: Type.Optional(Name),
  },
  { title: "CreateInvitation" },
);
export type CreateInvitation = Static<typeof CreateInvitation>;

const Token = Type.String({ minLength: 1, maxLength: 100, description: "From the e-mail" });

export const PreviewInvitation = Type.Object({ token: Token }, { title: "PreviewInvitation" });
export const InvitationPreview = Type.Object(
  {
    email: Type.String(),
    name: NullableText(),
    role: StringEnum(memberRoles),
    tenantName: Type.String(),
    existingUser: Type.Boolean({ description: "The address already has an account: no password is needed" }),
    expiresAt: Timestamp,
  },
  { title: "InvitationPreview" },
);
export type InvitationPreview = Static<typeof InvitationPreview>;

export const AcceptInvitation = Type.Object(
  {
    token: Token,
    name: Type.Optional(Name),
    password: Type.Optional(
      Type.String({ minLength: 8, maxLength: 256, description: "Only for a new account; an existing account keeps its password" }),
    ),
  },
  { title: "AcceptInvitation" },
);
export type AcceptInvitation = Static<typeof AcceptInvitation>;

export const AcceptedInvitation = Type.Object(
  {
    tenantId: Type.String(),
    tenantName: Type.String(),
    userId: Type.String(),
    agentId: Type.String(),
    email: Type.String(),
    name: Type.String(),
    role: StringEnum(memberRoles),
  },
  { title: "AcceptedInvitation" },
);
export type AcceptedInvitation = Static<typeof AcceptedInvitation>;
