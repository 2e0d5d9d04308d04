import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AgencyClient, AgencySnapshot, SnapshotResult } from "@parley/sdk";
import { contentOf } from "../../../api/agency.ts";
import { api } from "../../../api/client.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Form } from "../../../ui/fields/Form.tsx";
import { Dialog, DialogContent, DialogFooter } from "../../../ui/overlays/Dialog.tsx";
import { ApplyFields, type Application, own } from "./ApplyFields.tsx";
import { PlanTable } from "./PlanTable.tsx";
import { isGranted, ofClientOnly } from "./snapshot-parts.ts";

interface Props {
  snapshot: AgencySnapshot;
  clients: readonly AgencyClient[];
  onClose(): void;
}

/** Applies a snapshot to a client or to the agency itself: first shows what would change, then changes it. */
export function ApplyDialog({ snapshot, clients, onClose }: Props) {
  const { t } = useI18n();
  const client = useQueryClient();
  const { data: me } = useSuspenseQuery(meQuery);
  const targets = clients.filter(({ grantedScopes, status }) => grantedScopes.length > 0 && status !== "suspended");
  const [how, setHow] = useState<Application>({
    to: targets[0]?.id ?? (can(me, "organization:read") ? own : ""),
    parts: snapshot.parts,
    existing: "update",
  });
  const [plan, setPlan] = useState<SnapshotResult | null>(null);
  const [applied, setApplied] = useState<SnapshotResult | null>(null);
  const { to, existing } = how;
  const target = to === own ? me.tenant.name : (targets.find(({ id }) => id === to)?.name ?? "");
  const granted = targets.find(({ id }) => id === to)?.grantedScopes ?? [];
  const offered = to === own ? snapshot.parts : snapshot.parts.filter((part) => isGranted(part, granted));
  const withheld = snapshot.parts.filter((part) => !offered.includes(part) && !ofClientOnly.includes(part));
  const parts = how.parts.filter((part) => offered.includes(part));
  async function ask(): Promise<SnapshotResult> {
    if (to === own) {
      const body = { snapshot: await contentOf(snapshot.id, parts), existing };
      return plan === null ? api.organization.snapshot.plan(body) : api.organization.snapshot.apply(body);
    }
    const body = { clientId: to, parts, existing };
    return plan === null ? api.agency.snapshots.plan(snapshot.id, body) : api.agency.snapshots.apply(snapshot.id, body);
  }
  async function submit() {
    const result = await ask();
    if (plan === null) return setPlan(result);
    setApplied(result);
    // The change may concern anything that is shown on any screen.
    if (to === own) void client.invalidateQueries();
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
          ) : (
            <ApplyFields
              how={{ to, parts, existing }}
              targets={targets}
              offered={offered}
              withheld={withheld}
              withOwn={can(me, "organization:read")}
              onChange={(change) => setHow((now) => ({ ...now, ...change }))}
            />
          )}
        </DialogContent>
        <DialogFooter>
          {plan !== null && applied === null && <Button onPress={() => setPlan(null)}>{t("common.back")}</Button>}
          {applied === null && !nothing && (plan === null || plan.conflicts === 0) ? (
            <Button type="submit" variant="primary" isDisabled={parts.length === 0 || target === ""}>
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
