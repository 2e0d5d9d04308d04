import { useNavigate, useSearch } from "@tanstack/react-router";
import { useQueryClient } from "@tanstack/react-query";
import { isApiError } from "@parley/sdk";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { useI18n } from "../../i18n/i18n.tsx";

export function SignInScreen() {
  const { t } = useI18n();
  const { next } = useSearch({ from: "/sign-in" });
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  async function submit(form: FormData) {
    try {
      await api.auth.signIn({ email: String(form.get("email")), password: String(form.get("password")) });
      await queryClient.invalidateQueries();
      await navigate({ to: next ?? "/" });
    } catch (error) {
      setProblem(isApiError(error) ? error.message : t("error.network"));
    }
  }
  return (
    <main className="m-auto grid w-80 gap-4 p-8">
      <form className="grid gap-3" action={submit}>
        <label className="field">
          Email
          <input className="input" name="email" type="email" autoComplete="username" required />
        </label>
        <label className="field">
          Password
          <input className="input" name="password" type="password" autoComplete="current-password" required />
        </label>
        {problem !== null && <p role="alert">{problem}</p>}
        <button className="btn primary" type="submit">
          Sign in
        </button>
      </form>
    </main>
  );
}
