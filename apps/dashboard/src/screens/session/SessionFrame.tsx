import "../../styles/screens/inbox/thread.css";
import "../../styles/screens/session.css";
import { useQuery } from "@tanstack/react-query";
import { CheckCheck, SunMoon } from "lucide-react";
import type { ReactNode } from "react";
import { brandingQuery } from "../../api/session.ts";
import { type LanguageCode, languages } from "../../i18n/languages.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { BrandMark } from "../../parts/BrandMark.tsx";
import { setAppearance } from "../../shell/appearance.ts";

/** The frame of the sign-in: the host's brand, languages and legal pages. */
export function SessionFrame({ children }: { children: ReactNode }) {
  const { t, language } = useI18n();
  const { data: branding } = useQuery({ ...brandingQuery, throwOnError: false });
  const isDark = () => document.documentElement.dataset["theme"] === "dark";
  return (
    <main className="session">
      <section>
        <header className="flex items-center gap-2.5">
          <BrandMark branding={branding} />
          <span className="ms-auto flex min-w-0 items-center gap-0.5">
            <button
              type="button"
              className="btn ghost icon-only small"
              aria-label={t("shell.theme")}
              onClick={() => setAppearance({ theme: isDark() ? "light" : "dark" })}
            >
              <SunMoon className="icon icon-14" aria-hidden />
            </button>
            <select
              className="btn ghost small"
              aria-label={t("session.language")}
              value={language}
              onChange={(event) => setAppearance({ language: event.target.value as LanguageCode })}
            >
              {Object.entries(languages).map(([code, { name }]) => (
                <option key={code} value={code} lang={code}>
                  {name}
                </option>
              ))}
            </select>
          </span>
        </header>
        <div className="box">{children}</div>
        <footer className="flex gap-3 text-12 text-text-3">
          {branding?.privacyUrl != null && (
            <a className="link" href={branding.privacyUrl}>
              {t("session.privacy")}
            </a>
          )}
          {branding?.termsUrl != null && (
            <a className="link" href={branding.termsUrl}>
              {t("session.terms")}
            </a>
          )}
          {branding?.supportEmail != null && (
            <a className="link" href={`mailto:${branding.supportEmail}`}>
              {t("session.support")}
            </a>
          )}
        </footer>
      </section>
      <div className="art" aria-hidden>
        <Example />
      </div>
    </main>
  );
}

/** A picture of the product, not of real messages. */
function Example() {
  const { t } = useI18n();
  return (
    <div className="flex w-85 flex-col gap-2">
      <div className="message">
        <div className="bubble">{t("session.example.question")}</div>
      </div>
      <div className="message out">
        <div className="bubble">
          {t("session.example.answer")}
          <span className="meta">
            {"13:02"}
            <span className="read">
              <CheckCheck className="icon" />
            </span>
          </span>
        </div>
      </div>
      <div className="message">
        <div className="bubble">{t("session.example.thanks")}</div>
      </div>
    </div>
  );
}
