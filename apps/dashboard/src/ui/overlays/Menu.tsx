import type { LucideIcon } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import type { MenuItemProps as AriaMenuItemProps, MenuProps as AriaMenuProps, PopoverProps } from "react-aria-components/Menu";
import { part } from "../lib/part.ts";
import { openedCode, Surface, Trigger, useOpening } from "./opening.tsx";

export interface MenuProps
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

/** Verbs behind a button. With `selectionMode` its items have checkmarks. */
export function Menu({ trigger, isOpen, onOpenChange, children, ...menu }: MenuProps) {
  const opening = useOpening(part({ isOpen, onOpenChange }));
  return (
    <>
      <Trigger opening={opening} opensMenu>
        {trigger}
      </Trigger>
      <Surface state={opening.state}>
        {({ MenuSurface }) => (
          <MenuSurface opening={opening} {...menu}>
            {children}
          </MenuSurface>
        )}
      </Surface>
    </>
  );
}

export interface MenuItemProps extends Pick<AriaMenuItemProps, "id" | "onAction" | "isDisabled" | "href" | "target" | "textValue"> {
  children: ReactNode;
  icon?: LucideIcon;
  /** Instead of the icon: an avatar, a dot. */
  start?: ReactNode;
  /** A second line. */
  description?: ReactNode;
  keys?: string;
  isDanger?: boolean;
}

/** One item of a menu. */
export function MenuItem(props: MenuItemProps) {
  const { MenuLine } = openedCode();
  return <MenuLine {...props} />;
}

export interface MenuSectionProps
  extends Pick<AriaMenuProps<object>, "selectionMode" | "selectedKeys" | "onSelectionChange" | "disallowEmptySelection"> {
  title: string;
  children: ReactNode;
}

/** Items under a heading; may have its own selection. */
export function MenuSection(props: MenuSectionProps) {
  const { MenuHeading } = openedCode();
  return <MenuHeading {...props} />;
}

export function MenuSeparator() {
  const { MenuRule } = openedCode();
  return <MenuRule />;
}

export interface SubMenuProps {
  /** The text of its item. */
  label: string;
  icon?: LucideIcon;
  children: ReactNode;
  id?: string;
  isDisabled?: boolean;
}

/** A menu within a menu. */
export function SubMenu(props: SubMenuProps) {
  const { MenuSubmenu } = openedCode();
  return <MenuSubmenu {...props} />;
}
