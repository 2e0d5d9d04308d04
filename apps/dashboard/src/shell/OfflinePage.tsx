import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { CloudOff } from "lucide-react";
import { useEffect, useRef } from "react";
import { useI18n } from "../i18n/i18n.tsx";

const againMs = 5_000;

/** Replaces a screen that could not be fetched: says so, and continues automatically when the server is back. */
export function OfflinePage() {
  const { t } = useI18n();
  const router = useRouter();
  const { reset } = useQueryErrorResetBoundary();
  const again = useRef(() => undefined as undefined | Promise<void>);
  again.current = () => {
    reset();
    return router.invalidate();
  };
  useEffect(() => {
    const ask = () => void again.current();
    const timer = setInterval(ask, againMs);
    addEventListener("online", ask);
    return () => {
      clearInterval(timer);
      removeEventListener("online", ask);
    };
  }, []);
  return (
    <div className="m-auto grid min-h-[60dvh] max-w-prose content-center justify-items-center gap-2 p-8 text-center" role="alert">
      <CloudOff className="icon icon-18 text-text-3" aria-hidden />
      <h1 className="text-20">{t("app.offline")}</h1>
      <p className="text-text-2">{t("app.offline.text")}</p>
      <button type="button" className="btn primary mt-2" onClick={() => void again.current()}>
        {t("common.retry")}
      </button>
    </div>
  );
}
