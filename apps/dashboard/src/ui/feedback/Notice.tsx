import { CircleAlert, CircleCheck, Info, type LucideIcon, Bot, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "../lib/classes.ts";

export type NoticeTone = "plain" | "info" | "ok" | "warn" | "bad" | "bot" | "accent";

interface NoticeProps {
  tone?: NoticeTone;
  icon?: LucideIcon;
  title?: ReactNode;
  children?: ReactNode;
  /** Buttons at the end. */
  actions?: ReactNode;
  /** `alert` is announced at once, `status` at the next pause; without a role it is read in place. */
  role?: "alert" | "status";
  className?: string;
}

const icons: Readonly<Record<NoticeTone, LucideIcon>> = {
  plain: Info,
  info: Info,
  ok: CircleCheck,
  warn: TriangleAlert,
  bad: CircleAlert,
  bot: Bot,
  accent: Info,
};

/** A sentence about its surroundings. */
export function Notice({ tone = "plain", icon, title, children, actions, role, className }: NoticeProps) {
  const Icon = icon ?? icons[tone];
  return (
    <div className={classes("notice", tone !== "plain" && tone, className)} {...(role === undefined ? {} : { role })}>
      <Icon className="icon" aria-hidden />
      <div className="min-w-0 grow">
        {title !== undefined && <b className="block">{title}</b>}
        {children}
      </div>
      {actions !== undefined && <span className="flex items-center gap-1.5">{actions}</span>}
    </div>
  );
}
