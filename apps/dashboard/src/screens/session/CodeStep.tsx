import { ArrowLeft, ChevronRight, KeyRound, Smartphone } from "lucide-react";
import { useState } from "react";
import { useI18n } from "../../i18n/i18n.tsx";
import { Problem } from "./Problem.tsx";

interface Props {
  email: string;
  problem: string | null;
  pending: boolean;
  onBack(): void;
  onCode(code: string): void;
}

const digits = 6;

/** The six digits are submitted when complete; a backup code is longer. */
export function CodeStep({ email, problem, pending, onBack, onCode }: Props) {
  const { t } = useI18n();
  const [backup, setBackup] = useState(false);
  const [code, setCode] = useState("");
  return (
    <>
      <button type="button" className="link flex items-center gap-1 text-12" onClick={onBack}>
        <ArrowLeft className="icon icon-14 flip" aria-hidden />
        {t("common.back")}
      </button>
      <h1 className="mt-4 text-20">{t("session.code")}</h1>
      <p className="mt-1 text-text-2">{t("session.code.text", { email })}</p>
      <form
        className="mt-6 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!pending) onCode(code);
        }}
      >
        <div className="field">
          <label htmlFor="code">{t(backup ? "session.code.backup.label" : "session.code.label")}</label>
          <input
            // biome-ignore lint/a11y/noAutofocus: the only field of a step that the person has just requested
            autoFocus
            key={String(backup)}
            id="code"
            className={backup ? "input" : "input code-input"}
            value={code}
            inputMode={backup ? "text" : "numeric"}
            autoComplete="one-time-code"
            maxLength={backup ? 64 : digits}
            required
            onChange={(event) => {
              const typed = backup ? event.target.value : event.target.value.replace(/\D/g, "");
              setCode(typed);
              if (!backup && typed.length === digits && !pending) onCode(typed);
            }}
          />
        </div>
        {problem !== null && <Problem text={problem} />}
        <button className="btn primary tall" type="submit" aria-disabled={pending}>
          {t("session.code.continue")}
        </button>
      </form>
      <div className="mt-6 grid gap-1.5">
        <span className="section-title">{t("session.code.noPhone")}</span>
        <button
          type="button"
          className="card flex items-center gap-2 p-3 text-start"
          onClick={() => {
            setBackup(!backup);
            setCode("");
          }}
        >
          {backup ? <Smartphone className="icon" aria-hidden /> : <KeyRound className="icon" aria-hidden />}
          <span className="grow">
            {t(backup ? "session.code.app" : "session.code.backup")}
            {!backup && <span className="block text-12 text-text-3">{t("session.code.backup.text")}</span>}
          </span>
          <ChevronRight className="icon icon-14 flip" aria-hidden />
        </button>
      </div>
    </>
  );
}
