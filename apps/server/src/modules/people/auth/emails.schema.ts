import { type Static, Type } from "typebox";
import { Timestamp } from "#platform/http/schemas.ts";

const Email = Type.String({ minLength: 3, maxLength: 320 });

export const OwnEmail = Type.Object(
  {
    email: Type.String({ description: "The sign-in address, which also receives e-mails" }),
    verifiedAt: Type.Union([Timestamp, Type.Null()], {
      description: "When it was confirmed with a link sent to it",
    }),
    pending: Type.Union(
      [
        Type.Object({
          email: Type.String(),
          askedAt: Timestamp,
          expiresAt: Type.String({ format: "date-time", description: "Until when its link is valid" }),
        }),
        Type.Null(),
      ],
      { description: "The address that replaces it once the link sent there is confirmed" },
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
  { accepted: Type.Literal(true, { description: "Always the same: if an account waits for the address, an e-mail is on its way" }) },
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
          "The account's password, to confirm a new address; not needed in a session of the same person, or to confirm the current address",
      }),
    ),
  },
  { title: "ConfirmEmail" },
);
export type ConfirmEmail = Static<typeof ConfirmEmail>;
export const EmailConfirmed = Type.Object(
  {
    email: Type.String({ description: "The account's new address" }),
    changed: Type.Boolean({ description: "It replaced a previous address" }),
    already: Type.Boolean({ description: "The link had already been confirmed, so nothing changed" }),
  },
  { title: "EmailConfirmed" },
);
export type EmailConfirmed = Static<typeof EmailConfirmed>;
