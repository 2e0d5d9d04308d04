import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Globe, Plus } from "lucide-react";
import { useState } from "react";
import type { Domain } from "@parley/sdk";
import { agencyQuery, domains } from "../../../api/agency.ts";
import { api } from "../../../api/client.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useActions } from "../../../keys/actions.ts";
import { useFocusAfter } from "../../../parts/use-focus-after.ts";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { ConfirmDialog } from "../../../ui/overlays/Dialog.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";
import { DomainCard } from "./DomainCard.tsx";

/** The agency's domains, each with the steps until clients can use it. */
export function DomainsPart() {
  const { t } = useI18n();
  const client = useQueryClient();
  const { data: me } = useSuspenseQuery(meQuery);
  const list = { ...domains.listQuery(), staleTime: 0, refetchInterval: 30_000, throwOnError: false as const };
  const { data, error, isFetching, refetch } = useQuery(list);
  const [adding, setAdding] = useState(false);
  const [released, setReleased] = useState<Domain | null>(null);
  const [add, focusAdd] = useFocusAfter<HTMLButtonElement>();
  const mayWrite = can(me, "agency:write");
  useActions([
    {
      ...({ id: "domains.add", label: "domains.add", group: "shell.agency", icon: Plus, keys: "c" } as const),
      enabled: mayWrite,
      run: () => setAdding(true),
    },
  ]);
  if (data === undefined)
    return error === null ? <SkeletonRows rows={6} /> : <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />;
  const button = mayWrite && (
    <Button variant="primary" icon={Plus} keys="c" ref={add} onPress={() => setAdding(true)}>
      {t("domains.add")}
    </Button>
  );
  return (
    <div className="scroll grow">
      {data.items.length === 0 ? (
        <EmptyState icon={Globe} title={t("domains.empty")} call="POST /api/v1/agencies/current/domains" actions={button}>
          {t("domains.empty.text")}
        </EmptyState>
      ) : (
        <div className="page narrow grid gap-4">
          {button !== false && <div className="justify-self-end">{button}</div>}
          {data.items.map((domain) => (
            <DomainCard key={domain.id} domain={domain} mayWrite={mayWrite} onRelease={() => setReleased(domain)} />
          ))}
        </div>
      )}
      {adding && <AddDialog onClose={() => setAdding(false)} />}
      {released !== null && (
        <ConfirmDialog
          title={t("domains.release.title", { name: released.hostname })}
          isOpen
          isDanger
          confirmLabel={t("domains.release")}
          onOpenChange={(open) => !open && setReleased(null)}
          onConfirm={async () => {
            await api.agency.domains.delete(released.id);
            domains.invalidate(client);
            void client.invalidateQueries({ queryKey: agencyQuery.queryKey });
            setReleased(null);
            focusAdd();
          }}
        >
          {t("domains.release.text")}
        </ConfirmDialog>
      )}
    </div>
  );
}

function AddDialog({ onClose }: { onClose(): void }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const [hostname, setHostname] = useState("");
  async function add() {
    await api.agency.domains.create({ hostname: hostname.trim() });
    domains.invalidate(client);
    void client.invalidateQueries({ queryKey: agencyQuery.queryKey });
    onClose();
  }
  return (
    <FormDialog title={t("domains.add")} size="small" verb={t("domains.add")} onSubmit={add} onClose={onClose}>
      <TextField
        label={t("domains.hostname")}
        name="hostname"
        hint={t("domains.hostname.hint")}
        value={hostname}
        onChange={setHostname}
        isRequired
        isCode
      />
    </FormDialog>
  );
}
