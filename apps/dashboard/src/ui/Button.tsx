import type { LucideIcon } from "lucide-react";
import { type ReactNode, type Ref, use } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components/Button";
import { useShownKeys } from "../keys/own-keys.ts";
import { ariaKeys } from "../keys/shortcuts.ts";
import { classes } from "./lib/classes.ts";
import { FormPending } from "./fields/formPending.ts";
import { KeyCap } from "./KeyCap.tsx";
import { Tooltip } from "./overlays/Tooltip.tsx";

export type ButtonVariant = "primary" | "accent" | "plain" | "ghost" | "danger" | "dangerSolid" | "bot";

interface Common
  extends Pick<
    AriaButtonProps,
    | "onPress"
    | "onHoverStart"
    | "type"
    | "isDisabled"
    | "autoFocus"
    | "form"
    | "slot"
    | "id"
    | "excludeFromTabOrder"
    | "aria-expanded"
    | "aria-haspopup"
    | "aria-controls"
    | "aria-describedby"
  > {
  variant?: ButtonVariant;
  size?: "normal" | "small";
  /** Its request is in progress: width and text stay, presses are ignored. */
  isPending?: boolean;
  /** For a toggle: whether it is on. */
  isPressed?: boolean;
  /** `e`, `mod+enter`: shown as a key cap and set as aria-keyshortcuts. The registry of actions makes it work. */
  keys?: string;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
}

interface Worded extends Common {
  children: ReactNode;
  icon?: LucideIcon;
  /** After the text: a menu's chevron. */
  endIcon?: LucideIcon;
  /** More than the text says. */
  tooltip?: string;
  /** Shows the keys only in the tooltip, where there is little space. */
  hideKeys?: boolean;
  label?: string;
}

/** Without text it needs a name, which is also its tooltip. */
interface IconOnly extends Common {
  icon: LucideIcon;
  label: string;
  children?: never;
  hideTooltip?: boolean;
}

export type ButtonProps = Worded | IconOnly;

const variantClass: Readonly<Record<ButtonVariant, string>> = {
  primary: "primary",
  accent: "accent",
  plain: "",
  ghost: "ghost",
  danger: "danger",
  dangerSolid: "danger-solid",
  bot: "bot",
};

export function buttonClass(variant: ButtonVariant = "plain", size: "normal" | "small" = "normal", iconOnly = false): string {
  return classes("btn", variantClass[variant], size === "small" && "small", iconOnly && "icon-only");
}

/** One verb. `primary` is the one ink button of a pane, `accent` sends or continues, `dangerSolid` destroys. */
export function Button(props: ButtonProps) {
  const worded = props.children !== undefined;
  const { variant, size, isPending, isPressed, keys, className, icon: Icon, label, ...rest } = props;
  const { children, endIcon: EndIcon, tooltip, hideKeys, hideTooltip, ...aria } = rest as Omit<Worded, "label"> & { hideTooltip?: boolean };
  const formPending = use(FormPending) && aria.type === "submit";
  const shown = useShownKeys(keys);
  const shortcut = shown === undefined ? undefined : ariaKeys(shown);
  const iconClass = classes("icon", (size === "small" || worded) && "icon-14");
  const button = (
    <AriaButton
      {...aria}
      className={classes(buttonClass(variant, size, !worded), className)}
      isPending={isPending === true || formPending}
      {...(label === undefined ? {} : { "aria-label": label })}
      {...(isPressed === undefined ? {} : { "aria-pressed": isPressed })}
      {...(shortcut === undefined ? {} : { "aria-keyshortcuts": shortcut })}
    >
      {Icon !== undefined && <Icon className={iconClass} aria-hidden />}
      {children}
      {worded && keys !== undefined && hideKeys !== true && <KeyCap keys={keys} />}
      {EndIcon !== undefined && <EndIcon className="icon icon-14" aria-hidden />}
    </AriaButton>
  );
  const hint = worded ? tooltip : hideTooltip === true ? undefined : label;
  const capInTooltip = worded ? hideKeys === true : true;
  if (hint === undefined && !(worded && hideKeys === true && keys !== undefined)) return button;
  return (
    <Tooltip text={hint ?? ""} {...(capInTooltip && keys !== undefined ? { keys } : {})}>
      {button}
    </Tooltip>
  );
}
