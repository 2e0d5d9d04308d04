import { type Static, Type } from "typebox";
import { Timestamp } from "#platform/http/schemas.ts";

const Email = Type.String({ minLength: 3, maxLength: 320 });

export const OwnEmail = Type.Object(
  {
    email: Type.String({ description: "What one signs in with, and where mails go" }),
    verifiedAt: Type.Union([Timestamp, Type.Null()], {
      description: "Since when it is known to be one's own: by a link that was sent there",
    }),
    pending: Type.Union(
      [
        Type.Object({
          email: Type.String(),
          askedAt: Timestamp,
          expiresAt: Type.String({ format: "date-time", description: "Until then its link is good" }),
        }),
        Type.Null(),
      ],
      { description: "The address that takes its place once the link sent there is confirmed" },
    ),
  },
  { title: "OwnEmail" },
);
export type OwnEmail = Static<typeof OwnEmail>;

export const ChangeEmail = Type.Object(
  {
    email: Type.String({ minLength: 3, maxLength: 320, description: "The new address" }),
    password: Type.String({ minLength: 1, maxLength: 256, description: "The current password" }),
  },
  { title: "ChangeEmail" },
);
export type ChangeEmail = Static<typeof ChangeEmail>;

export const RequestEmailLink = Type.Object({ email: Email }, { title: "RequestEmailLink" });
export const EmailLinkRequested = Type.Object(
  { accepted: Type.Literal(true, { description: "Whether or not an account waits for the address: if one does, a mail is on its way" }) },
  { title: "EmailLinkRequested" },
);

export const ConfirmEmail = Type.Object(
  {
    token: Type.String({ minLength: 1, maxLength: 100, description: "From the e-mail" }),
    password: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 256,
        description:
          "Of the account, to confirm a new address; not needed in a session of the same person, or to confirm the current address",
      }),
    ),
  },
  { title: "ConfirmEmail" },
);
export type ConfirmEmail = Static<typeof ConfirmEmail>;
export const EmailConfirmed = Type.Object(
  {
    email: Type.String({ description: "The address of the account, from now on" }),
    changed: Type.Boolean({ description: "It took the place of another one" }),
    already: Type.Boolean({ description: "The link had been confirmed before, and nothing was done" }),
  },
  { title: "EmailConfirmed" },
);
export type EmailConfirmed = Static<typeof EmailConfirmed>;
