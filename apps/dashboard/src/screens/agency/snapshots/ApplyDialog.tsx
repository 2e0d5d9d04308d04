import { useState } from "react";
import type { AgencyClient, AgencySnapshot, SnapshotResult } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox, CheckboxGroup } from "../../../ui/fields/Checkbox.tsx";
import { Form } from "../../../ui/fields/Form.tsx";
import { Radio, RadioGroup } from "../../../ui/fields/RadioGroup.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { Dialog, DialogContent, DialogFooter } from "../../../ui/overlays/Dialog.tsx";
import { PlanTable } from "./PlanTable.tsx";
import { ofClientOnly, partKey } from "./snapshot-parts.ts";

const modes = ["update", "keep"] as const;

interface Props {
  snapshot: AgencySnapshot;
  clients: readonly AgencyClient[];
  onClose(): void;
}

/** Brings a client to the state of a snapshot: first what would change, then the change itself. */
export function ApplyDialog({ snapshot, clients, onClose }: Props) {
  const { t } = useI18n();
  const targets = clients.filter(({ grantedScopes, status }) => grantedScopes.length > 0 && status !== "suspended");
  const [clientId, setClientId] = useState<string | null>(targets[0]?.id ?? null);
  const [parts, setParts] = useState(snapshot.parts.filter((part) => !ofClientOnly.includes(part)));
  const [existing, setExisting] = useState<(typeof modes)[number]>("update");
  const [plan, setPlan] = useState<SnapshotResult | null>(null);
  const [applied, setApplied] = useState<SnapshotResult | null>(null);
  const target = targets.find(({ id }) => id === clientId)?.name ?? "";
  async function submit() {
    if (clientId === null) return;
    const body = { clientId, parts, existing };
    if (plan === null) setPlan(await api.agency.snapshots.plan(snapshot.id, body));
    else setApplied(await api.agency.snapshots.apply(snapshot.id, body));
  }
  const nothing = plan !== null && plan.created + plan.changed === 0;
  return (
    <Dialog title={t("snapshots.apply.title", { name: snapshot.name })} size="large" isOpen onOpenChange={(open) => !open && onClose()}>
      <Form onSubmit={submit}>
        <DialogContent isFocusable={plan !== null}>
          {applied !== null ? (
            <PlanTable result={applied} title={t("snapshots.applied", { client: target })} />
          ) : plan !== null ? (
            <PlanTable result={plan} title={t("snapshots.plan", { client: target })} />
          ) : targets.length === 0 ? (
            <p className="text-text-2">{t("snapshots.noTarget")}</p>
          ) : (
            <div className="grid gap-3">
              <Select
                label={t("agency.client")}
                name="clientId"
                value={clientId ?? ""}
                options={targets.map(({ id, name }) => ({ id, name }))}
                onChange={setClientId}
              />
              <CheckboxGroup label={t("snapshots.parts")} name="parts" hint={t("snapshots.parts.hint")} value={parts} onChange={setParts}>
                {snapshot.parts
                  .filter((part) => !ofClientOnly.includes(part))
                  .map((part) => {
                    const key = partKey(part);
                    return (
                      <Checkbox key={part} value={part}>
                        {key === null ? part : t(key)}
                      </Checkbox>
                    );
                  })}
              </CheckboxGroup>
              <RadioGroup
                label={t("snapshots.existing")}
                name="existing"
                value={existing}
                onChange={(next) => setExisting(modes.find((each) => each === next) ?? "update")}
              >
                {modes.map((each) => (
                  <Radio key={each} value={each}>
                    {t(`snapshots.existing.${each}`)}
                  </Radio>
                ))}
              </RadioGroup>
            </div>
          )}
        </DialogContent>
        <DialogFooter>
          {plan !== null && applied === null && <Button onPress={() => setPlan(null)}>{t("common.back")}</Button>}
          {applied === null && !nothing && (plan === null || plan.conflicts === 0) && targets.length > 0 ? (
            <Button type="submit" variant="primary" isDisabled={parts.length === 0}>
              {t(plan === null ? "snapshots.plan.show" : "snapshots.apply.now")}
            </Button>
          ) : (
            <Button variant="primary" onPress={onClose}>
              {t("common.close")}
            </Button>
          )}
        </DialogFooter>
      </Form>
    </Dialog>
  );
}
