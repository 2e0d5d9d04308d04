import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Phone, Plus } from "lucide-react";
import { useState } from "react";
import type { PhoneNumber, TelephonyAccount } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { can, meQuery } from "../../../api/session.ts";
import { phoneNumbers, phoneNumbersQuery, telephonyAccounts, telephonyAccountsQuery } from "../../../api/automation/voice.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useActions } from "../../../keys/actions.ts";
import { useFocusAfter } from "../../../parts/use-focus-after.ts";
import { Button } from "../../../ui/Button.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { ConfirmDialog } from "../../../ui/overlays/Dialog.tsx";
import { AccountDialog } from "./AccountDialog.tsx";
import { AccountList } from "./AccountList.tsx";
import { NumberDialog } from "./NumberDialog.tsx";
import { NumberList } from "./NumberList.tsx";

type Open =
  | { kind: "number"; number: PhoneNumber | null }
  | { kind: "account"; account: TelephonyAccount | null }
  | { kind: "deleteNumber"; number: PhoneNumber }
  | { kind: "deleteAccount"; account: TelephonyAccount };

/** The numbers that voice agents answer, and the accounts at telephony providers to which they belong. */
export function TelephonePart() {
  const { t } = useI18n();
  const client = useQueryClient();
  const { data: me } = useSuspenseQuery(meQuery);
  const numbers = useQuery(phoneNumbersQuery());
  const accounts = useQuery(telephonyAccountsQuery());
  const [open, setOpen] = useState<Open | null>(null);
  const [making, focusMaking] = useFocusAfter<HTMLButtonElement>();
  const mayWrite = can(me, "voice:write");
  const hasAccount = (accounts.data?.items.length ?? 0) > 0;
  const group = { group: "shell.voice", icon: Plus, enabled: mayWrite } as const;
  const newNumber = () => setOpen({ kind: "number", number: null });
  const newAccount = () => setOpen({ kind: "account", account: null });
  useActions([
    {
      ...group,
      ...({ id: "telephone.number.new", label: "telephone.number.new", keys: "c" } as const),
      enabled: mayWrite && hasAccount,
      run: newNumber,
    },
    // A number needs an account, so the first `c` creates that.
    hasAccount
      ? { ...group, ...({ id: "telephone.account.new", label: "telephone.account.new" } as const), run: newAccount }
      : { ...group, ...({ id: "telephone.account.new", label: "telephone.account.new", keys: "c" } as const), run: newAccount },
  ]);
  const close = () => setOpen(null);
  const failed = accounts.error !== null && accounts.data === undefined ? accounts : numbers;
  if (failed.error !== null && failed.data === undefined)
    return <PartError error={failed.error} onRetry={() => void failed.refetch()} isPending={failed.isFetching} />;
  return (
    <div className="scroll grow voice-telephone">
      {(hasAccount || numbers.data?.items.length !== 0) && (
        <section aria-label={t("telephone.numbers")}>
          <header className="card-head">
            <h2>{t("telephone.numbers")}</h2>
            {mayWrite && hasAccount && (
              <span className="ms-auto">
                <Button variant="primary" size="small" icon={Phone} keys="c" ref={making} onPress={newNumber}>
                  {t("telephone.number.new")}
                </Button>
              </span>
            )}
          </header>
          <NumberList
            numbers={numbers.data?.items}
            accounts={accounts.data?.items ?? []}
            mayWrite={mayWrite}
            onEdit={(number) => setOpen({ kind: "number", number })}
            onDelete={(number) => setOpen({ kind: "deleteNumber", number })}
          />
        </section>
      )}
      <section aria-label={t("telephone.accounts")}>
        <header className="card-head">
          <h2>{t("telephone.accounts")}</h2>
          {mayWrite && (
            <span className="ms-auto">
              <Button
                size="small"
                icon={Plus}
                variant={hasAccount ? "plain" : "primary"}
                {...(hasAccount ? {} : { keys: "c", ref: making })}
                onPress={newAccount}
              >
                {t("telephone.account.new")}
              </Button>
            </span>
          )}
        </header>
        <AccountList
          accounts={accounts.data?.items}
          mayWrite={mayWrite}
          onEdit={(account) => setOpen({ kind: "account", account })}
          onDelete={(account) => setOpen({ kind: "deleteAccount", account })}
        />
      </section>
      {open?.kind === "number" && <NumberDialog number={open.number} accounts={accounts.data?.items ?? []} onClose={close} />}
      {open?.kind === "account" && <AccountDialog account={open.account} onClose={close} />}
      {(open?.kind === "deleteNumber" || open?.kind === "deleteAccount") && (
        <ConfirmDialog
          title={t("labels.delete", { name: open.kind === "deleteNumber" ? open.number.number : open.account.name })}
          isOpen
          isDanger
          confirmLabel={t("common.delete")}
          onOpenChange={(isOpen) => !isOpen && close()}
          onConfirm={async () => {
            if (open.kind === "deleteNumber") await api.phoneNumbers.delete(open.number.id);
            else await api.telephonyAccounts.delete(open.account.id);
            telephonyAccounts.invalidate(client);
            phoneNumbers.invalidate(client);
            close();
            focusMaking();
          }}
        >
          {t(open.kind === "deleteNumber" ? "telephone.number.delete.text" : "telephone.account.delete.text")}
        </ConfirmDialog>
      )}
    </div>
  );
}
