import { useQuery } from "@tanstack/react-query";
import type { GrantableScope, SignupForm } from "@parley/sdk";
import { snapshots } from "../../../api/agency.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { GrantScopes } from "../../../parts/grants/GrantScopes.tsx";
import { allGrantable } from "../../../parts/grants/grantable.ts";
import { Radio, RadioGroup } from "../../../ui/fields/RadioGroup.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { TagInput } from "../../../ui/fields/TagInput.tsx";

type Target = SignupForm["target"];
const kinds = ["create_contact", "create_client"] as const;
const byDefault = "default";
const none = "none";

interface Props {
  target: Target;
  mayWrite: boolean;
  onChange(target: Target): void;
}

/** What a submission creates: a contact at once, or a client after approval. */
export function TargetFields({ target, mayWrite, onChange }: Props) {
  const { t } = useI18n();
  const { data: library } = useQuery({ ...snapshots.listQuery(), enabled: target.kind === "create_client", throwOnError: false });
  const scopes = (target.grantScopes ?? []) as GrantableScope[];
  function chooseSnapshot(id: string) {
    const { snapshotId: _, ...rest } = target;
    onChange(id === byDefault ? rest : { ...rest, snapshotId: id === none ? null : id });
  }
  return (
    <>
      <RadioGroup
        label={t("forms.target")}
        name="target"
        isReadOnly={!mayWrite}
        value={target.kind}
        onChange={(kind) => onChange({ kind: kinds.find((each) => each === kind) ?? target.kind })}
      >
        {kinds.map((kind) => (
          <Radio key={kind} value={kind} hint={t(`forms.target.${kind}.text`)}>
            {t(`forms.target.${kind}`)}
          </Radio>
        ))}
      </RadioGroup>
      {target.kind === "create_contact" ? (
        <TagInput
          label={t("forms.tags")}
          name="target.tags"
          isOptional
          isReadOnly={!mayWrite}
          value={target.tags ?? []}
          onChange={(tags) => onChange(tags.length === 0 ? { kind: target.kind } : { kind: target.kind, tags })}
        />
      ) : (
        <>
          {(library?.items.length ?? 0) > 0 && (
            <Select
              label={t("agency.snapshot")}
              name="target.snapshotId"
              isReadOnly={!mayWrite}
              value={target.snapshotId === undefined ? byDefault : (target.snapshotId ?? none)}
              options={[
                { id: byDefault, name: t("agency.snapshot.default") },
                { id: none, name: t("agency.snapshot.none") },
                ...(library?.items ?? []).map(({ id, name }) => ({ id, name })),
              ]}
              onChange={chooseSnapshot}
            />
          )}
          {mayWrite && (
            <>
              <p className="text-12 text-text-2">{t("forms.grant.hint")}</p>
              <GrantScopes value={scopes} offered={allGrantable} onChange={(grantScopes) => onChange({ ...target, grantScopes })} />
            </>
          )}
        </>
      )}
    </>
  );
}
