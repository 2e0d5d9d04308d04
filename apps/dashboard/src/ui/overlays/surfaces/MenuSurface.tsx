import { Check, ChevronRight } from "lucide-react";
import { useRef } from "react";
import { isFocusVisible } from "react-aria/private/interactions/useFocusVisible";
import { OverlayTriggerStateContext } from "react-aria-components/Dialog";
import {
  Header,
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
  Popover,
  RootMenuTriggerStateContext,
  Separator,
  SubmenuTrigger,
} from "react-aria-components/Menu";
import { ariaKeys } from "../../../keys/shortcuts.ts";
import { classes } from "../../lib/classes.ts";
import { KeyCap } from "../../KeyCap.tsx";
import type { MenuItemProps, MenuProps, MenuSectionProps, SubMenuProps } from "../Menu.tsx";
import type { Opening } from "../opening.tsx";

interface MenuSurfaceProps extends Omit<MenuProps, "trigger" | "isOpen" | "onOpenChange"> {
  opening: Opening;
}

export function MenuSurface({ opening, label, children, placement = "bottom end", ...menu }: MenuSurfaceProps) {
  const { state, triggerRef, triggerId, overlayId } = opening;
  const box = useRef<HTMLDivElement>(null);
  return (
    <OverlayTriggerStateContext value={state}>
      <RootMenuTriggerStateContext value={state}>
        <Popover
          className="popover animated menu-popover"
          trigger="MenuTrigger"
          triggerRef={triggerRef}
          scrollRef={box}
          placement={placement}
          offset={5}
          aria-labelledby={triggerId}
          data-owns-keys=""
        >
          <AriaMenu
            className="menu"
            ref={box}
            id={overlayId}
            aria-label={label}
            aria-labelledby={triggerId}
            // Opened by a shortcut, it starts at its first item, as when its button opens it by keyboard.
            autoFocus={state.focusStrategy ?? (isFocusVisible() ? "first" : true)}
            onClose={state.close}
            {...menu}
          >
            {children}
          </AriaMenu>
        </Popover>
      </RootMenuTriggerStateContext>
    </OverlayTriggerStateContext>
  );
}

export function MenuLine({ children, icon: Icon, start, description, keys, isDanger = false, textValue, ...rest }: MenuItemProps) {
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

export function MenuHeading({ title, children, ...selection }: MenuSectionProps) {
  return (
    <AriaMenuSection className="menu-section" {...selection}>
      <Header className="menu-heading">{title}</Header>
      {children}
    </AriaMenuSection>
  );
}

export function MenuRule() {
  return <Separator className="menu-separator" />;
}

export function MenuSubmenu({ label, icon, children, id, isDisabled = false }: SubMenuProps) {
  return (
    <SubmenuTrigger>
      <MenuLine isDisabled={isDisabled} {...(icon === undefined ? {} : { icon })} {...(id === undefined ? {} : { id })}>
        {label}
      </MenuLine>
      <Popover className="popover animated menu-popover" offset={-2} data-owns-keys="">
        <AriaMenu className="menu" aria-label={label}>
          {children}
        </AriaMenu>
      </Popover>
    </SubmenuTrigger>
  );
}
