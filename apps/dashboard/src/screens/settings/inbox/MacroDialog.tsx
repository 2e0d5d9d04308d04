import { useQueryClient } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import type { Agent, CannedReply, Macro } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { macros } from "../../../api/resources.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";

import { Select } from "../../../ui/fields/Select.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";

import { MacroStepValue } from "./MacroStepValue.tsx";
import { actionOf, kindOf, type Step, type StepKind, stepKinds } from "./macro-steps.ts";
import { FormDialog, useChangesSinceOpened } from "../../../ui/overlays/FormDialog.tsx";

const stepsMax = 20;

interface MacroDialogProps {
  macro: Macro | null;
  names: { agents: readonly Agent[]; cannedReplies: readonly CannedReply[] };
  onClose(): void;
}

export function MacroDialog({ macro, names, onClose }: MacroDialogProps) {
  const { t } = useI18n();
  const client = useQueryClient();
  const [name, setName] = useState(macro?.name ?? "");
  const [visibility, setVisibility] = useState<Macro["visibility"]>(macro?.visibility ?? "shared");
  const [steps, setSteps] = useState<Step[]>(() => (macro?.actions ?? [actionOf("add_label")]).map((action, key) => ({ key, action })));
  const adding = useRef<HTMLButtonElement>(null);
  const [aReply] = names.cannedReplies;
  const kinds = stepKinds.filter((kind) => kind !== "send_canned_reply" || aReply !== undefined);
  const replace = (key: number, action: Step["action"]) => setSteps(steps.map((step) => (step.key === key ? { key, action } : step)));
  function move(at: number, by: 1 | -1) {
    const next = [...steps];
    next.splice(at + by, 0, ...next.splice(at, 1));
    setSteps(next);
  }
  const body = { name, visibility, actions: steps.map(({ action }) => action) };
  const changes = useChangesSinceOpened(body);
  async function save() {
    if (macro === null) await api.macros.create(body);
    else if (changes !== null) await api.macros.update(macro.id, changes);
    await macros.invalidate(client);
    onClose();
  }
  return (
    <FormDialog
      title={macro === null ? t("macros.new") : t("labels.edit", { name: macro.name })}
      size="large"
      verb={t("common.save")}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField label={t("contact.name")} name="name" value={name} onChange={setName} isRequired />
      <Select<Macro["visibility"]>
        label={t("macros.visibility")}
        name="visibility"
        value={visibility}
        options={(["shared", "private"] as const).map((id) => ({ id, name: t(`macros.visibility.${id}`) }))}
        onChange={setVisibility}
      />
      <ol className="grid gap-2" aria-label={t("macros.steps")}>
        {steps.map(({ key, action }, at) => (
          <li key={key} className="macro-step" aria-label={t("macros.step", { n: at + 1 })}>
            <Select<StepKind>
              label={t("macros.step", { n: at + 1 })}
              value={kindOf(action)}
              options={kinds.map((id) => ({ id, name: t(`macros.kind.${id}`) }))}
              onChange={(kind) => replace(key, actionOf(kind, aReply?.id))}
            />
            <MacroStepValue action={action} at={at} names={names} onChange={(next) => replace(key, next)} />
            <span className="macro-step-tools">
              <Button
                icon={ArrowUp}
                label={t("macros.up", { n: at + 1 })}
                variant="ghost"
                size="small"
                isDisabled={at === 0}
                onPress={() => move(at, -1)}
              />
              <Button
                icon={ArrowDown}
                label={t("macros.down", { n: at + 1 })}
                variant="ghost"
                size="small"
                isDisabled={at === steps.length - 1}
                onPress={() => move(at, 1)}
              />
              <Button
                icon={Trash2}
                label={t("macros.remove", { n: at + 1 })}
                variant="ghost"
                size="small"
                isDisabled={steps.length === 1}
                onPress={() => {
                  adding.current?.focus();
                  setSteps(steps.filter((step) => step.key !== key));
                }}
              />
            </span>
          </li>
        ))}
      </ol>
      <Button
        icon={Plus}
        size="small"
        ref={adding}
        className="justify-self-start"
        isDisabled={steps.length === stepsMax}
        onPress={() => setSteps([...steps, { key: Math.max(...steps.map(({ key }) => key)) + 1, action: actionOf("add_label") }])}
      >
        {t("macros.addStep")}
      </Button>
    </FormDialog>
  );
}
