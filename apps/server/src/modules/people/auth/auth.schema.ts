import { type Static, Type } from "typebox";
import { ListOf, listQuery, NullableText, Timestamp } from "#platform/http/schemas.ts";

const Email = Type.String({ minLength: 3, maxLength: 320 });
const Password = Type.String({ minLength: 1, maxLength: 256 });
const NewPassword = Type.String({ minLength: 8, maxLength: 256, description: "At least 8 characters; 15 or more are recommended" });
const Code = Type.String({
  minLength: 1,
  maxLength: 64,
  description: "The six digits from the authenticator app, or a backup code; each is accepted only once",
});

export const Session = Type.Object(
  {
    id: Type.String(),
    current: Type.Boolean({ description: "Whether this is the current session" }),
    tenantId: Type.String({ description: "The session's current tenant" }),
    tenantName: Type.String(),
    address: NullableText({ description: "IP address of the sign-in" }),
    userAgent: NullableText(),
    createdAt: Timestamp,
    lastUsedAt: Type.String({ format: "date-time", description: "Rounded to the minute" }),
    expiresAt: Type.String({ format: "date-time", description: "The latest expiry; earlier when the session is not used" }),
  },
  { title: "Session" },
);
export type Session = Static<typeof Session>;
export const SessionList = ListOf(Session);
export const ListSessionsQuery = listQuery({});

export const SignIn = Type.Object(
  {
    email: Email,
    password: Password,
    code: Type.Optional(Code),
    tenantId: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: "The tenant to work in; default: the one joined first" }),
    ),
  },
  { title: "SignIn" },
);
export type SignIn = Static<typeof SignIn>;

export const SignedIn = Type.Object(
  {
    secondFactorRequired: Type.Boolean({ description: "The password was correct, but a `code` is needed: send everything again with it" }),
    session: Type.Union([Session, Type.Null()], { description: "null while a code is needed. The token is only in the cookie" }),
  },
  { title: "SignedIn" },
);
export type SignedIn = Static<typeof SignedIn>;

export const SignedOut = Type.Object({ signedOut: Type.Literal(true) }, { title: "SignedOut" });
export const ChooseTenant = Type.Object({ tenantId: Type.String({ minLength: 1, maxLength: 64 }) }, { title: "ChooseTenant" });
export const RevokedOthers = Type.Object(
  { revoked: Type.Integer({ description: "Number of sessions ended" }) },
  { title: "RevokedSessions" },
);

export const RequestPasswordReset = Type.Object({ email: Email }, { title: "RequestPasswordReset" });
export const PasswordResetRequested = Type.Object(
  { accepted: Type.Literal(true, { description: "Always the same: if the address is known, an e-mail is on its way" }) },
  { title: "PasswordResetRequested" },
);
export const ConfirmPasswordReset = Type.Object(
  { token: Type.String({ minLength: 1, maxLength: 100, description: "From the e-mail" }), password: NewPassword },
  { title: "ConfirmPasswordReset" },
);
export type ConfirmPasswordReset = Static<typeof ConfirmPasswordReset>;
export const PasswordChanged = Type.Object({ changed: Type.Literal(true) }, { title: "PasswordChanged" });
export const ChangePassword = Type.Object({ currentPassword: Password, password: NewPassword }, { title: "ChangePassword" });
export type ChangePassword = Static<typeof ChangePassword>;

export const TwoFactor = Type.Object(
  {
    enabled: Type.Boolean(),
    enabledAt: Type.Union([Timestamp, Type.Null()]),
    backupCodesLeft: Type.Integer(),
  },
  { title: "TwoFactor" },
);
export type TwoFactor = Static<typeof TwoFactor>;
export const StartTwoFactor = Type.Object({ password: Password }, { title: "StartTwoFactor" });
export const TwoFactorStarted = Type.Object(
  {
    secret: Type.String({ description: "Base32 secret, to type into an authenticator app" }),
    uri: Type.String({ description: "The same as an otpauth: URL, for a QR code" }),
  },
  { title: "TwoFactorStarted" },
);
export const VerifyTwoFactor = Type.Object({ code: Code }, { title: "VerifyTwoFactor" });
export const ProveTwoFactor = Type.Object({ password: Password, code: Code }, { title: "ProveTwoFactor" });
export type ProveTwoFactor = Static<typeof ProveTwoFactor>;
export const BackupCodes = Type.Object(
  { backupCodes: Type.Array(Type.String(), { description: "Shown only once; each can be used for one sign-in without the app" }) },
  { title: "BackupCodes" },
);
