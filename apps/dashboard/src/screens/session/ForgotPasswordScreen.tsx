import { Link, useSearch } from "@tanstack/react-router";
import { ArrowLeft, MailCheck } from "lucide-react";
import { isApiError } from "@parley/sdk";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { SessionFrame } from "./SessionFrame.tsx";
import { Problem } from "./Problem.tsx";

/** The response is the same for every address, so that nobody learns who has an account. */
export function ForgotPasswordScreen() {
  const { t } = useI18n();
  const given = useSearch({ from: "/forgot-password" }).email ?? "";
  const [email, setEmail] = useState(given);
  const [sent, setSent] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  async function send() {
    setProblem(null);
    try {
      await api.auth.passwordReset.request({ email });
      setSent(true);
    } catch (error) {
      if (isApiError(error) && error.status === 429)
        setProblem(t("session.wait", { n: Math.ceil((error.retryAfterMs ?? 60_000) / 1_000) }));
      else setProblem(isApiError(error) ? error.message.replace(/^\w+ \S+: /, "") : t("error.network"));
    }
  }
  return (
    <SessionFrame>
      <Link className="link flex items-center gap-1 text-12" to="/sign-in">
        <ArrowLeft className="icon icon-14 flip" aria-hidden />
        {t("session.back")}
      </Link>
      {sent ? (
        <div role="status">
          <MailCheck className="icon icon-20 mt-6 text-success" aria-hidden />
          <h1 className="mt-3 text-20">{t("session.forgot.sent")}</h1>
          <p className="mt-1 text-text-2">{t("session.forgot.sent.text", { email })}</p>
        </div>
      ) : (
        <>
          <h1 className="mt-4 text-20">{t("session.forgot")}</h1>
          <p className="mt-1 text-text-2">{t("session.forgot.text")}</p>
          <form
            className="mt-6 grid gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              void send();
            }}
          >
            <div className="field">
              <label htmlFor="email">{t("session.email")}</label>
              <input
                className="input"
                id="email"
                type="email"
                autoComplete="username"
                required
                value={email}
                onChange={(event) => setEmail(event.target.value)}
              />
            </div>
            {problem !== null && <Problem text={problem} />}
            <button className="btn primary tall" type="submit">
              {t("session.forgot.send")}
            </button>
          </form>
        </>
      )}
    </SessionFrame>
  );
}
