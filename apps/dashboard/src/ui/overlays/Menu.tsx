import { Check, ChevronRight, type LucideIcon } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import {
  Header,
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  type MenuItemProps as AriaMenuItemProps,
  type MenuProps as AriaMenuProps,
  MenuSection as AriaMenuSection,
  MenuTrigger,
  Popover,
  type PopoverProps,
  Separator,
  SubmenuTrigger,
} from "react-aria-components/Menu";
import { ariaKeys } from "../../keys/shortcuts.ts";
import { classes } from "../classes.ts";
import { KeyCap } from "../KeyCap.tsx";

interface MenuProps
  extends Pick<
      AriaMenuProps<object>,
      | "onAction"
      | "selectionMode"
      | "selectedKeys"
      | "onSelectionChange"
      | "disabledKeys"
      | "disallowEmptySelection"
      | "shouldCloseOnSelect"
    >,
    Pick<PopoverProps, "placement" | "isOpen" | "onOpenChange"> {
  /** A `Button`. */
  trigger: ReactElement;
  label: string;
  /** `MenuItem`, `MenuSection`, `MenuSeparator`, `SubMenu`. */
  children: ReactNode;
}

/** Verbs behind a button. With `selectionMode` its items are ticked. */
export function Menu({ trigger, label, children, placement = "bottom end", isOpen, onOpenChange, ...menu }: MenuProps) {
  return (
    <MenuTrigger {...(isOpen === undefined ? {} : { isOpen })} {...(onOpenChange === undefined ? {} : { onOpenChange })}>
      {trigger}
      <Popover className="popover animated menu-popover" placement={placement} offset={5} data-owns-keys="">
        <AriaMenu className="menu" aria-label={label} {...menu}>
          {children}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

interface MenuItemProps extends Pick<AriaMenuItemProps, "id" | "onAction" | "isDisabled" | "href" | "target" | "textValue"> {
  children: ReactNode;
  icon?: LucideIcon;
  /** In the icon's place: an avatar, a dot. */
  start?: ReactNode;
  /** A second line. */
  description?: ReactNode;
  keys?: string;
  isDanger?: boolean;
}

/** One line of a menu. */
export function MenuItem({ children, icon: Icon, start, description, keys, isDanger = false, textValue, ...rest }: MenuItemProps) {
  const shortcut = keys === undefined ? undefined : ariaKeys(keys);
  const name = textValue ?? (typeof children === "string" ? children : undefined);
  return (
    <AriaMenuItem
      {...rest}
      className={classes("option", isDanger && "danger")}
      {...(name === undefined ? {} : { textValue: name })}
      {...(shortcut === undefined ? {} : { "aria-keyshortcuts": shortcut })}
    >
      {({ hasSubmenu, isSelected, selectionMode }) => (
        <>
          {Icon !== undefined && <Icon className="icon icon-14" aria-hidden />}
          {start}
          <span className="option-words">
            <span className="cut">{children}</span>
            {description !== undefined && <span className="hint cut">{description}</span>}
          </span>
          {keys !== undefined && <KeyCap keys={keys} />}
          {selectionMode !== "none" && <Check className={classes("icon icon-14", !isSelected && "invisible")} aria-hidden />}
          {hasSubmenu && <ChevronRight className="icon icon-14 flip" aria-hidden />}
        </>
      )}
    </AriaMenuItem>
  );
}

/** Items under a heading; it may have a selection of its own. */
export function MenuSection({
  title,
  children,
  ...selection
}: { title: string; children: ReactNode } & Pick<
  AriaMenuProps<object>,
  "selectionMode" | "selectedKeys" | "onSelectionChange" | "disallowEmptySelection"
>) {
  return (
    <AriaMenuSection className="menu-section" {...selection}>
      <Header className="menu-heading">{title}</Header>
      {children}
    </AriaMenuSection>
  );
}

export function MenuSeparator() {
  return <Separator className="menu-separator" />;
}

interface SubMenuProps {
  /** Its line. */
  label: string;
  icon?: LucideIcon;
  children: ReactNode;
  id?: string;
  isDisabled?: boolean;
}

/** A menu within a menu. */
export function SubMenu({ label, icon, children, id, isDisabled = false }: SubMenuProps) {
  return (
    <SubmenuTrigger>
      <MenuItem isDisabled={isDisabled} {...(icon === undefined ? {} : { icon })} {...(id === undefined ? {} : { id })}>
        {label}
      </MenuItem>
      <Popover className="popover animated menu-popover" offset={-2} data-owns-keys="">
        <AriaMenu className="menu" aria-label={label}>
          {children}
        </AriaMenu>
      </Popover>
    </SubmenuTrigger>
  );
}
