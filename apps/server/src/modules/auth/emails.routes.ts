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
      description: "Three mails an hour to one address. The newest link counts, for one day. 409 when the address is confirmed already.",
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
        "A link goes to the new address and a notice to the present one. Confirmed, signed in or with the password, the new one is what one signs " +
        "in with; sessions stay. A change or reset of the password takes it back. The answer does not tell whether the address is somebody's.",
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
        "For the address of an account that is not confirmed, or one that is to take its place. Answers the same whether or not there is " +
        "such an account. Three mails an hour to one address, besides those that somebody signed in asks for; links that were sent earlier stay " +
        "good. Where several accounts wait for one address, none is sent: each asks again where it is signed in.",
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
        "The token alone confirms the present address. A new one takes the person as well, because its mail may have gone to a stranger: the " +
        "session of a sign-in of their own (not by somebody else's login link) in the cookie, or `password`. Without either, or with a wrong " +
        "password, 401; wrong ones count against the limits of signing in. 403 for a suspended account, 409 when the new address became that " +
        "of another account meanwhile. Twice is as good as once, as long as the address stays.",
      scope: null,
      body: schema.ConfirmEmail,
      response: schema.EmailConfirmed,
      errors: ["already_exists"],
      example: { body: { token: "Zk3mQ…", password: "correct horse battery staple" } },
      handle: (ctx, body) => emails.confirm(ctx, body),
    }),
  ];
}
