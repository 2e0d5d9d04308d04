import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { useI18n } from "../../i18n/i18n.tsx";

interface EmptyStateProps {
  icon: LucideIcon;
  title: ReactNode;
  /** Its purpose. */
  children?: ReactNode;
  /** One button, at most two. */
  actions?: ReactNode;
  /** The equivalent call: `POST /api/v1/channels`. */
  call?: string;
}

/** An empty list: its purpose, one action, and the equivalent API call. */
export function EmptyState({ icon: Icon, title, children, actions, call }: EmptyStateProps) {
  const { t } = useI18n();
  return (
    <div className="empty">
      <span className="empty-icon">
        <Icon className="icon icon-18" aria-hidden />
      </span>
      <b className="empty-title">{title}</b>
      {children !== undefined && <p className="empty-text">{children}</p>}
      {actions !== undefined && actions !== false && <div className="empty-actions">{actions}</div>}
      {call !== undefined && (
        <code className="empty-call ltr" title={t("ui.empty.call", { call })}>
          {call}
        </code>
      )}
    </div>
  );
}
