import type { Scope } from "@parley/sdk";
import { Link } from "@tanstack/react-router";
import type { LucideIcon } from "lucide-react";
import type { PlainKey } from "../../i18n/catalogue.ts";
import { useI18n } from "../../i18n/i18n.tsx";

interface Way {
  scope: Scope;
  icon: LucideIcon;
  to: string;
  title: PlainKey;
  text: PlainKey;
}

/** Links to further steps after the first conversation. */
export function Ways({ label, ways }: { label: string; ways: readonly Way[] }) {
  const { t } = useI18n();
  if (ways.length === 0) return null;
  return (
    <nav className="ways mt-4" aria-label={label}>
      {ways.map(({ to, icon: Icon, title, text }) => (
        <Link key={to} className="card" to={to}>
          <Icon className="icon" aria-hidden />
          <b className="font-medium">{t(title)}</b>
          <span className="text-12 text-text-3">{t(text)}</span>
        </Link>
      ))}
    </nav>
  );
}
