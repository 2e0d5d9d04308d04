import { type AnyRoute, publicRoute } from "#platform/http/route.ts";
import * as schema from "./auth.schema.ts";
import type { PasswordsService } from "./passwords.service.ts";
import type { createSignIn } from "./sign-in.ts";

const tag = "Sign-in";

/** The routes without a credential. */
export function signInRoutes(service: ReturnType<typeof createSignIn>, passwords: PasswordsService): AnyRoute[] {
  return [
    publicRoute({
      method: "POST",
      path: "/auth/sign-in",
      operationId: "signIn",
      tag,
      summary: "Sign in with a password; the session is stored in a cookie",
      description:
        "The response is the same for a wrong password and for an unknown e-mail address. With a second factor enabled, a correct password without `code` returns `secondFactorRequired` and no session.",
      scope: null,
      body: schema.SignIn,
      response: schema.SignedIn,
      example: { body: { email: "ada@example.com", password: "correct horse battery staple" } },
      handle: (ctx, body) => service.signIn(ctx, body),
    }),
    publicRoute({
      method: "POST",
      path: "/auth/sign-out",
      operationId: "signOut",
      tag,
      summary: "Sign out and clear the session cookie",
      scope: null,
      response: schema.SignedOut,
      handle: (ctx) => service.signOut(ctx),
    }),
    publicRoute({
      method: "POST",
      path: "/auth/password-reset",
      operationId: "requestPasswordReset",
      tag,
      summary: "Request a password reset e-mail",
      description: "The response is the same whether or not the address is known. The token in the e-mail is valid once, for one hour.",
      scope: null,
      body: schema.RequestPasswordReset,
      response: schema.PasswordResetRequested,
      example: { body: { email: "ada@example.com" } },
      handle: (ctx, body) => passwords.requestReset(ctx, body),
    }),
    publicRoute({
      method: "POST",
      path: "/auth/password-reset/confirm",
      operationId: "confirmPasswordReset",
      tag,
      summary: "Reset a password with the token from the e-mail",
      description: "Ends every session of the person. The second factor stays enabled.",
      scope: null,
      body: schema.ConfirmPasswordReset,
      response: schema.PasswordChanged,
      example: { body: { token: "Zk3mQ…", password: "correct horse battery staple" } },
      handle: (ctx, body) => passwords.confirmReset(ctx, body),
    }),
  ];
}
