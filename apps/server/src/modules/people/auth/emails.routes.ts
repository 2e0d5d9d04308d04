import { type AnyRoute, personRoute, publicRoute } from "#platform/http/route.ts";
import * as schema from "./emails.schema.ts";
import type { EmailsService } from "./emails.service.ts";

const tag = "Own account";

export function emailRoutes(emails: EmailsService): AnyRoute[] {
  return [
    personRoute({
      method: "GET",
      path: "/auth/email",
      operationId: "getOwnEmail",
      bound: "allowed",
      tag,
      summary: "Get your e-mail address, its confirmation status and any pending change",
      scope: null,
      response: schema.OwnEmail,
      handle: (ctx) => emails.get(ctx),
    }),
    personRoute({
      method: "POST",
      path: "/auth/email/verification",
      operationId: "requestEmailVerification",
      tag,
      summary: "Send a confirmation link to your e-mail address",
      description:
        "At most three e-mails an hour to one address. Only the newest link is valid, for one day. 409 when the address is already confirmed.",
      scope: null,
      response: schema.OwnEmail,
      errors: ["conflict"],
      prepare: (ctx) => emails.prepareVerification(ctx),
      handle: (ctx) => emails.requestVerification(ctx),
    }),
    personRoute({
      method: "POST",
      path: "/auth/email/change",
      operationId: "changeEmail",
      tag,
      summary: "Request a change of e-mail address; the current one stays until the new one is confirmed",
      description:
        "Sends a confirmation link to the new address and a notice to the current one. Once confirmed, in a session or with the password, the new address becomes the sign-in address; sessions stay. Changing or resetting the password cancels the change. The response does not reveal whether the address belongs to an account.",
      scope: null,
      body: schema.ChangeEmail,
      response: schema.OwnEmail,
      errors: ["conflict"],
      example: { body: { email: "ada@new.example.com", password: "correct horse battery staple" } },
      prepare: (ctx, { body }) => emails.prepareChange(ctx, body),
      handle: (ctx, _input, prepared) => emails.requestChange(ctx, prepared),
    }),
    personRoute({
      method: "POST",
      path: "/auth/email/change/cancel",
      operationId: "cancelEmailChange",
      tag,
      summary: "Cancel a pending change of e-mail address",
      scope: null,
      response: schema.OwnEmail,
      handle: (ctx) => emails.cancelChange(ctx),
    }),
    publicRoute({
      method: "POST",
      path: "/auth/email/link",
      operationId: "requestEmailLink",
      tag: "Sign-in",
      summary: "Request a new e-mail confirmation link",
      description:
        "For an account's unconfirmed or new address. The response is the same whether or not such an account exists. At most three e-mails an hour to one address, not counting those requested in a session; links sent earlier stay valid. When several accounts wait for the same address, no e-mail is sent: each of them must request it in a session.",
      scope: null,
      body: schema.RequestEmailLink,
      response: schema.EmailLinkRequested,
      example: { body: { email: "ada@example.com" } },
      handle: (ctx, body) => emails.requestLink(ctx, body),
    }),
    publicRoute({
      method: "POST",
      path: "/auth/email/confirm",
      operationId: "confirmEmail",
      tag: "Sign-in",
      summary: "Confirm an e-mail address with the token from the e-mail",
      description:
        "The token alone confirms the current address. A new address also needs proof of the person, because its e-mail may have reached a stranger: a session in the cookie from a sign-in of their own (not through somebody else's login link), or `password`. 401 without either or with a wrong password, which counts against the sign-in limits. 403 for a suspended account. 409 when another account has taken the new address since. Confirming again has no further effect while the address stays the same.",
      scope: null,
      body: schema.ConfirmEmail,
      response: schema.EmailConfirmed,
      errors: ["already_exists"],
      example: { body: { token: "Zk3mQ…", password: "correct horse battery staple" } },
      handle: (ctx, body) => emails.confirm(ctx, body),
    }),
  ];
}
