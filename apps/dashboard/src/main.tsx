import "./styles/index.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { createQueryClient } from "./api/query.ts";
import { type I18n, I18nProvider } from "./i18n/i18n.tsx";
import { allTexts, firstTexts } from "./i18n/texts.ts";
import { createDashboardRouter, fetchAhead } from "./router.tsx";
import { AppWorker } from "./shell/AppWorker.tsx";
import { followNotifications } from "./shell/app-worker.ts";
import { getAppearance, useAppearance } from "./shell/appearance.ts";
import { paintBeforeFetching } from "./shell/frame-first.ts";
import { keepFocus } from "./shell/keep-focus.ts";
import { toast } from "./shell/toast.ts";
import { AriaProviders } from "./ui/AriaProviders.tsx";
import { Toasts } from "./ui/feedback/Toasts.tsx";

const queryClient = createQueryClient();
const router = createDashboardRouter(queryClient);

function Dashboard({ first }: { first: I18n }) {
  const { language } = useAppearance();
  const [i18n, setI18n] = useState(first);
  useEffect(() => {
    const shown: string = i18n.language;
    if (language === shown) return;
    let dropped = false;
    void allTexts(language).then((texts) => {
      if (!dropped) setI18n(texts);
    });
    return () => {
      dropped = true;
    };
  }, [language, i18n.language]);
  return (
    <I18nProvider i18n={i18n}>
      <AriaProviders language={i18n.language} navigate={(href) => router.history.push(href)}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <Toasts queue={toast} />
          <AppWorker />
        </QueryClientProvider>
      </AriaProviders>
    </I18nProvider>
  );
}

const texts = firstTexts(getAppearance().language);
fetchAhead(router, queryClient);
followNotifications((path) => router.history.push(path));
const i18n = await texts;
const root = document.getElementById("root");
if (root === null) throw new Error("the page has no #root");
keepFocus();
paintBeforeFetching();
createRoot(root).render(
  <StrictMode>
    <Dashboard first={i18n} />
  </StrictMode>,
);
