import "../../styles/screens/inbox/panel.css";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

interface Props {
  title: string;
  titleId?: string;
  count?: number;
  /** There are more than counted. */
  hasMore?: boolean;
  /** At the end of its header: a button for adding. */
  action?: ReactNode;
  isOpen?: boolean;
  children: ReactNode;
}

/** A collapsible section of a panel. */
export function PanelSection({ title, titleId, count, hasMore = false, action, isOpen = true, children }: Props) {
  return (
    <div className="section-wrap">
      <details className="section" open={isOpen}>
        <summary>
          <ChevronRight className="icon icon-14 chev" aria-hidden />
          <span id={titleId}>{title}</span>
          {count !== undefined && count > 0 && <span className="count">{`${count}${hasMore ? "+" : ""}`}</span>}
        </summary>
        <div className="body">{children}</div>
      </details>
      {action}
    </div>
  );
}
