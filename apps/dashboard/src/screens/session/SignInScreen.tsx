import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useRouter, useSearch } from "@tanstack/react-router";
import { isApiError } from "@parley/sdk";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { brandingQuery } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { CodeStep } from "./CodeStep.tsx";
import { Problem } from "./Problem.tsx";
import { SessionFrame } from "./SessionFrame.tsx";

/** Password first; the response may request a second factor. */
export function SignInScreen() {
  const { t } = useI18n();
  const { next, expired } = useSearch({ from: "/sign-in" });
  const router = useRouter();
  const queryClient = useQueryClient();
  const { data: branding } = useQuery({ ...brandingQuery, throwOnError: false });
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  /** Set while the second factor is requested. */
  const [first, setFirst] = useState<{ email: string; password: string } | null>(null);
  const [email, setEmail] = useState("");

  async function signIn(credentials: { email: string; password: string; code?: string }) {
    setPending(true);
    setProblem(null);
    try {
      const answer = await api.auth.signIn(credentials, { maxRetries: 0 });
      if (answer.secondFactorRequired) return setFirst(credentials);
      queryClient.clear();
      await router.invalidate();
      router.history.push(next ?? "/");
    } catch (error) {
      setProblem(describe(error, credentials.code !== undefined));
    } finally {
      setPending(false);
    }
  }

  function describe(error: unknown, withCode: boolean): string {
    if (!isApiError(error)) return t("error.network");
    if (error.status === 401) return t(withCode ? "session.code.wrong" : "session.wrong");
    if (error.status === 429) return t("session.wait", { n: Math.ceil((error.retryAfterMs ?? 60_000) / 1_000) });
    return error.message.replace(/^\w+ \S+: /, "");
  }

  if (first !== null)
    return (
      <SessionFrame>
        <CodeStep
          email={first.email}
          problem={problem}
          pending={pending}
          onBack={() => {
            setFirst(null);
            setProblem(null);
          }}
          onCode={(code) => void signIn({ ...first, code })}
        />
      </SessionFrame>
    );
  return (
    <SessionFrame>
      <h1 className="text-20">{t("session.signIn")}</h1>
      {branding !== undefined && <p className="mt-1 text-text-2">{t("session.signIn.text", { name: branding.name })}</p>}
      <form
        className="mt-6 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          void signIn({ email, password: String(form.get("password")) });
        }}
      >
        {expired === true && problem === null && <p className="notice">{t("session.expired")}</p>}
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
        <div className="field">
          <div className="flex items-center">
            <label htmlFor="password" className="lab">
              {t("session.password")}
            </label>
            <Link className="link ms-auto text-12" to="/forgot-password" search={email === "" ? {} : { email }}>
              {t("session.forgotten")}
            </Link>
          </div>
          <input className="input" id="password" name="password" type="password" autoComplete="current-password" required />
        </div>
        {problem !== null && <Problem text={problem} />}
        <button className="btn primary tall" type="submit" aria-disabled={pending}>
          {t("session.signIn")}
        </button>
      </form>
    </SessionFrame>
  );
}
