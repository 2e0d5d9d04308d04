import { Check, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { ListBoxItem } from "react-aria-components/ListBox";
import { classes } from "../lib/classes.ts";

/** An option of a select or a combo box. */
export interface Option {
  id: string;
  name: string;
  description?: string;
  icon?: LucideIcon;
  /** Instead of the icon: an avatar, a dot. */
  start?: ReactNode;
  isDisabled?: boolean;
}

export function OptionLine({ option }: { option: Option }) {
  const Icon = option.icon;
  return (
    <ListBoxItem id={option.id} textValue={option.name} className="option" isDisabled={option.isDisabled === true}>
      {({ isSelected }) => (
        <>
          {Icon !== undefined && <Icon className="icon icon-14" aria-hidden />}
          {option.start}
          <span className="option-words">
            <span className="cut">
              <bdi>{option.name}</bdi>
            </span>
            {option.description !== undefined && <span className="hint cut">{option.description}</span>}
          </span>
          <Check className={classes("icon icon-14", !isSelected && "invisible")} aria-hidden />
        </>
      )}
    </ListBoxItem>
  );
}
