import { Braces } from "lucide-react";
import { useI18n } from "../../../../i18n/i18n.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { TextArea } from "../../../../ui/fields/TextArea.tsx";
import { TextField } from "../../../../ui/fields/TextField.tsx";
import { Menu, MenuItem } from "../../../../ui/overlays/Menu.tsx";
import type { Model } from "../../model/model.ts";
import { variablesOf } from "../useConditionFields.ts";
import type { Shared } from "./shared.ts";

interface Props extends Shared {
  value: string;
  model: Model;
  isLong?: boolean;
  onChange(text: string): void;
}

/** A text with the variables of canned replies and of the run. */
export function VariableText({ value, model, isLong = false, onChange, ...shared }: Props) {
  const { t } = useI18n();
  const known = [
    { id: "contact.firstName|…", name: t("flows.text.firstName") },
    { id: "contact.name|…", name: t("flows.text.contactName") },
    { id: "agent.name|…", name: t("flows.text.agentName") },
    ...variablesOf(model).map((name) => ({ id: `variables.${name}|…`, name: t("flows.condition.variable", { name }) })),
  ];
  return (
    <div className="grid gap-1">
      {isLong ? (
        <TextArea {...shared} value={value} onChange={onChange} rows={3} rowsMax={14} />
      ) : (
        <TextField {...shared} value={value} onChange={onChange} />
      )}
      <Menu
        label={t("flows.text.insert")}
        trigger={
          <Button size="small" variant="ghost" icon={Braces} className="justify-self-start">
            {t("flows.text.insert")}
          </Button>
        }
      >
        {known.map(({ id, name }) => (
          <MenuItem
            key={id}
            textValue={name}
            onAction={() => onChange(`${value}${value === "" || value.endsWith(" ") ? "" : " "}{{${id}}}`)}
          >
            <bdi>{name}</bdi>
          </MenuItem>
        ))}
      </Menu>
    </div>
  );
}
