import { FlaskConical, PhoneCall } from "lucide-react";
import { useState } from "react";
import type { TelephonyAccount } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { RowTools } from "../../../parts/RowTools.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Chip, type ChipTone } from "../../../ui/Chip.tsx";
import { CopyText } from "../../../ui/CopyText.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { Table } from "../../../ui/lists/Table.tsx";
import { useAccountTest } from "./useAccountTest.ts";

const tones: Readonly<Record<TelephonyAccount["status"], ChipTone>> = { installed: "warn", tested: "ok", failed: "bad" };

interface Props {
  accounts: readonly TelephonyAccount[] | undefined;
  mayWrite: boolean;
  onEdit(account: TelephonyAccount): void;
  onDelete(account: TelephonyAccount): void;
}

/** The accounts with their status and the URL that the provider has to call. */
export function AccountList({ accounts, mayWrite, onEdit, onDelete }: Props) {
  const { t } = useI18n();
  return (
    <Table<TelephonyAccount>
      label={t("telephone.accounts")}
      rows={accounts}
      rowId={({ id }) => id}
      columns={[
        {
          ...{ id: "name", name: t("telephone.account") },
          cell: ({ name, provider, providerAccountId, lastFour }) => (
            <span className="block min-w-0">
              <bdi className="cut block font-medium">{name}</bdi>
              <span className="cut block text-12 text-text-3">
                {t(`telephone.provider.${provider}`)}
                <bdi dir="ltr">{` · ${providerAccountId}${lastFour === null ? "" : ` · …${lastFour}`}`}</bdi>
              </span>
            </span>
          ),
        },
        { ...{ id: "state", name: t("voice.state") }, cell: (account) => <AccountState account={account} /> },
        {
          ...{ id: "callback", name: t("telephone.account.callback") },
          cell: ({ callbackUrl }) => <CopyText text={callbackUrl} label={t("telephone.account.callback")} />,
        },
        {
          ...({ id: "tools", name: t("common.more"), hideName: true, isWide: true, align: "end" } as const),
          cell: (account) =>
            mayWrite && (
              <span className="inline-flex gap-1">
                <TestButton account={account} />
                <RowTools name={account.name} onEdit={() => onEdit(account)} onDelete={() => onDelete(account)} />
              </span>
            ),
        },
      ]}
      empty={
        <EmptyState icon={PhoneCall} title={t("telephone.account.empty")} call="POST /api/v1/telephony-accounts">
          {t("telephone.account.empty.text")}
        </EmptyState>
      }
    />
  );
}

function AccountState({ account: { status, lastError } }: { account: TelephonyAccount }) {
  const { t } = useI18n();
  return (
    <span className="grid justify-items-start gap-1">
      <Chip tone={tones[status]}>{t(`telephone.account.status.${status}`)}</Chip>
      {lastError !== null && <span className="text-12 text-danger-text">{t(`telephone.failure.${lastError}`)}</span>}
    </span>
  );
}

function TestButton({ account }: { account: TelephonyAccount }) {
  const { t } = useI18n();
  const test = useAccountTest();
  const [running, setRunning] = useState(false);
  return (
    <Button
      size="small"
      icon={FlaskConical}
      isPending={running}
      onPress={async () => {
        setRunning(true);
        await test(account);
        setRunning(false);
      }}
    >
      {t("telephone.account.test")}
    </Button>
  );
}
