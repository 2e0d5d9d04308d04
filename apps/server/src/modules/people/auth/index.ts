import type { Composer } from "#modules/people/mail/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import { createLoop } from "#platform/jobs/loop.ts";
import { createAttempts } from "./attempts/attempts.ts";
import { authRoutes } from "./auth.routes.ts";
import { emailMails } from "./emails.mails.ts";
import { emailRoutes } from "./emails.routes.ts";
import { createEmailsService, type EmailsDeps } from "./emails.service.ts";
import { createLoginLinks, loginLinkRoutes } from "./login-links/login-links.ts";
import { createPasswordsService, type PasswordsDeps } from "./passwords.service.ts";
import { createSessionsService, type SessionsDeps } from "./sessions.service.ts";
import { createSignIn, type SignInDeps } from "./sign-in.ts";
import { resealSecondFactors } from "./second-factor-check.ts";
import { signInRoutes } from "./sign-in.routes.ts";
import { createTwoFactorService, type TwoFactorDeps } from "./two-factor.service.ts";

export { findActing, setActing } from "./auth.queries.ts";
export { dropEmailChange } from "./emails.queries.ts";
export type { EmailsService } from "./emails.service.ts";
export type { PasswordsService } from "./passwords.service.ts";
export type { SignInService } from "./sign-in.ts";
export type { LoginLinks, Standings } from "./login-links/login-links.ts";
export type { Attempts } from "./attempts/attempts.ts";

/** Signing in and out, sessions, passwords, the second factor. */
export function createAuthModule(deps: SignInDeps & SessionsDeps & PasswordsDeps & EmailsDeps & TwoFactorDeps & { clock: Clock }) {
  const attempts = createAttempts(deps);
  const passwords = createPasswordsService(deps, attempts);
  const emails = createEmailsService(deps, attempts);
  const signIn = createSignIn(deps, attempts);
  const loginLinks = createLoginLinks(deps, attempts);
  const twoFactor = createTwoFactorService(deps, attempts);
  const resets = createLoop({
    name: "requests for mails",
    wake: deps.wake,
    topics: ["mail"],
    pollMs: 5_000,
    log: deps.log,
    async run() {
      const now = deps.clock.now();
      const turned = (await passwords.sendRequested(now)) || (await emails.sendRequested(now));
      if (turned) deps.wake.hint("mail");
      return turned;
    },
  });
  const mails = {
    password_reset: passwords.composeReset,
    password_changed: passwords.composeChanged,
    ...emailMails,
  } satisfies Record<string, Composer>;
  return {
    attempts,
    signIn,
    passwords,
    emails,
    loginLinks,
    twoFactor,
    mails,
    /** After a change of the root key. */
    resealSecondFactors: () => resealSecondFactors((statement) => deps.database.worker(statement), deps.installationSecrets),
    routes: [
      ...signInRoutes(signIn, passwords),
      ...emailRoutes(emails),
      ...loginLinkRoutes(loginLinks),
      ...authRoutes(createSessionsService(deps), passwords, twoFactor),
    ],
    loops: [resets],
  };
}
