import { ChevronDown } from "lucide-react";
import { useI18n } from "../../i18n/i18n.tsx";
import { Button } from "../../ui/Button.tsx";
import { Menu, MenuItem } from "../../ui/overlays/Menu.tsx";

interface Props {
  name: string;
  /** The name is shown next to it. */
  hideName?: boolean;
  options: readonly { id: string; name: string }[];
  chosen: readonly string[];
  /** Shown when nothing is chosen. */
  none: string;
  onChange(chosen: string[]): void;
}

/** A multiple choice in a menu with checkmarks. */
export function ManyField({ name, hideName = false, options, chosen, none, onChange }: Props) {
  const { t } = useI18n();
  const words = chosen.length === 0 ? none : chosen.map((id) => options.find((each) => each.id === id)?.name ?? id).join(", ");
  return (
    <div className="field">
      {!hideName && (
        <span className="lab" aria-hidden>
          {name}
        </span>
      )}
      <Menu
        label={name}
        selectionMode="multiple"
        selectedKeys={chosen}
        onSelectionChange={(keys) => onChange([...keys].map(String))}
        trigger={
          <Button size="small" endIcon={ChevronDown} className="many" label={t("filter.value", { name, value: words })}>
            <span className="cut">{words}</span>
          </Button>
        }
      >
        {options.map((option) => (
          <MenuItem key={option.id} id={option.id} textValue={option.name}>
            <bdi>{option.name}</bdi>
          </MenuItem>
        ))}
      </Menu>
    </div>
  );
}
