import { createLink } from "@tanstack/react-router";
import type { LucideIcon } from "lucide-react";
import type { AnchorHTMLAttributes, Ref } from "react";
import { useShownKeys } from "../keys/own-keys.ts";
import { ariaKeys } from "../keys/shortcuts.ts";
import { buttonClass, type ButtonVariant } from "./Button.tsx";
import { classes } from "./lib/classes.ts";
import { KeyCap } from "./KeyCap.tsx";

interface Props extends AnchorHTMLAttributes<HTMLAnchorElement> {
  variant?: ButtonVariant;
  size?: "normal" | "small";
  icon?: LucideIcon;
  keys?: string;
  ref?: Ref<HTMLAnchorElement>;
}

function Anchor({ variant, size, icon: Icon, keys, className, children, ...rest }: Props) {
  const shown = useShownKeys(keys);
  const shortcut = shown === undefined ? undefined : ariaKeys(shown);
  return (
    <a
      {...rest}
      className={classes(buttonClass(variant, size), className)}
      {...(shortcut === undefined ? {} : { "aria-keyshortcuts": shortcut })}
    >
      {Icon !== undefined && <Icon className="icon icon-14" aria-hidden />}
      {children}
      {keys !== undefined && <KeyCap keys={keys} />}
    </a>
  );
}

/** A link of the router (`to`, `params`, `search`) that looks like a button: navigation is a link. */
export const LinkButton = createLink(Anchor);
