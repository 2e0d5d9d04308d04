import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { Button, type ButtonVariant } from "./Button.tsx";
import { Menu } from "./overlays/Menu.tsx";

/** Related buttons, without a gap. */
export function ButtonGroup({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <div className="btn-group" role="group" {...(label === undefined ? {} : { "aria-label": label })}>
      {children}
    </div>
  );
}

interface SplitButtonProps {
  /** The button itself: a `Button` of the same variant. */
  children: ReactNode;
  variant?: ButtonVariant;
  size?: "normal" | "small";
  /** The menu's label: "More ways to send". */
  menuLabel: string;
  /** `MenuItem`s. */
  menu: ReactNode;
  isDisabled?: boolean;
}

/** A verb, with a menu of its variants. */
export function SplitButton({ children, variant = "plain", size = "normal", menuLabel, menu, isDisabled = false }: SplitButtonProps) {
  return (
    <div className="btn-group">
      {children}
      <Menu
        label={menuLabel}
        placement="top end"
        trigger={<Button icon={ChevronDown} label={menuLabel} variant={variant} size={size} isDisabled={isDisabled} className="narrow" />}
      >
        {menu}
      </Menu>
    </div>
  );
}
