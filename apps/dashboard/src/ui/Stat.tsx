import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface StatProps {
  label: ReactNode;
  /** Formatted by `format`. */
  value: ReactNode;
  icon?: LucideIcon;
  /** Below: the change, or the whole that it is part of. */
  children?: ReactNode;
}

/** A number and what it counts. */
export function Stat({ label, value, icon: Icon, children }: StatProps) {
  return (
    <div className="stat">
      <div className="l">
        {Icon !== undefined && <Icon className="icon icon-14" aria-hidden />}
        {label}
      </div>
      <div className="v">{value}</div>
      {children !== undefined && <div className="text-12 text-text-2">{children}</div>}
    </div>
  );
}
