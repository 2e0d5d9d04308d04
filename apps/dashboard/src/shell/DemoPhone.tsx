import { useSuspenseQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { ExternalLink, Smartphone, X } from "lucide-react";
import { useLayoutEffect } from "react";
import { meQuery } from "../api/session.ts";
import { useI18n } from "../i18n/i18n.tsx";
import { useActions } from "../keys/actions.ts";
import { Button } from "../ui/Button.tsx";
import { setFirstRun, useFirstRun } from "../parts/first-run.ts";

/** The demo's phone, which plays the customers next to the current screen: messages written there arrive here. */
export function DemoPhone() {
  const { t } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const atWelcome = useLocation({ select: ({ pathname }) => pathname === "/welcome" });
  const { phone } = useFirstRun(me);
  const url = me.demo?.phoneUrl ?? null;
  const open = url !== null && (phone === "open" || (phone === null && atWelcome));
  const close = () => {
    setFirstRun(me, { phone: "closed" });
    document.getElementById("content")?.focus();
  };
  useActions(
    url === null
      ? []
      : [
          {
            ...({ id: "shell.phone", label: "welcome.phone", group: "shell.workspace", icon: Smartphone, keys: "shift+p" } as const),
            run: () => (open ? close() : setFirstRun(me, { phone: "open" })),
          },
        ],
  );
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute("data-phone", open);
  }, [open]);
  if (!open) return null;
  return (
    <aside className="demo-phone" aria-label={t("welcome.phone")}>
      <header className="flex items-center gap-2">
        <h2 className="text-13">{t("welcome.phone")}</h2>
        <span className="ms-auto flex items-center gap-0.5">
          <a className="btn ghost icon-only small" href={url} target="_blank" rel="noopener" aria-label={t("welcome.phone.window")}>
            <ExternalLink className="icon icon-14 flip" aria-hidden />
          </a>
          <Button icon={X} label={t("welcome.phone.close")} variant="ghost" size="small" keys="shift+p" onPress={close} />
        </span>
      </header>
      <iframe src={url} title={t("welcome.phone")} />
    </aside>
  );
}
