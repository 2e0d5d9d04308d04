import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { BrandKit, Me, PutBrandKit } from "@parley/sdk";
import { brandKitQuery } from "../../../api/agency.ts";
import { api } from "../../../api/client.ts";
import { can } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { unlessChanged } from "../../../parts/fields/typed-text.ts";
import { toast } from "../../../shell/toast.ts";
import { Button } from "../../../ui/Button.tsx";
import { Form } from "../../../ui/fields/Form.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { BrandColor } from "./BrandColor.tsx";
import { BrandPreview } from "./BrandPreview.tsx";
import { type ColorName, judge } from "./colors.ts";
import { LogoField } from "./LogoField.tsx";

const colorNames = ["primary", "onPrimary", "accent", "background"] as const satisfies ColorName[];
const logos = [
  { id: "logoLight", media: "logoLightMediaId", url: "logoLightUrl" },
  { id: "logoDark", media: "logoDarkMediaId", url: "logoDarkUrl" },
  { id: "favicon", media: "faviconMediaId", url: "faviconUrl" },
] as const;
const links = ["termsUrl", "privacyUrl", "imprintUrl"] as const;

/** The brand kit being edited, with a preview. */
export function BrandEditor({ kit, me }: { kit: BrandKit; me: Me }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const [draft, setDraft] = useState<BrandKit>(kit);
  const mayWrite = can(me, "agency:write");
  const findings = judge(draft.colors);
  const change = (next: Partial<BrandKit>) => setDraft((now) => ({ ...now, ...next }));
  const name = draft.name ?? me.tenant.name;
  const isChanged = JSON.stringify(draft) !== JSON.stringify(kit);
  const unreadable = colorNames.some((each) => findings[each].nearest !== null);
  async function save() {
    const { colors, supportEmail, logoLightMediaId, logoDarkMediaId, faviconMediaId } = draft;
    const orNull = (text: string | null) => (text === null || text.trim() === "" ? null : text.trim());
    const body: PutBrandKit = {
      ...{ name, colors, logoLightMediaId, logoDarkMediaId, faviconMediaId },
      supportEmail: orNull(supportEmail),
      ...{ termsUrl: orNull(draft.termsUrl), privacyUrl: orNull(draft.privacyUrl), imprintUrl: orNull(draft.imprintUrl) },
    };
    const saved = await api.agency.brandKit.update(body);
    client.setQueryData(brandKitQuery.queryKey, saved);
    setDraft(unlessChanged(draft, saved));
    toast.show({ tone: "ok", text: t("common.saved") });
  }
  return (
    <div className="brand">
      <div className="brand-fields scroll">
        <Form onSubmit={save}>
          <TextField
            label={t("agency.name")}
            name="name"
            hint={t("brand.name.hint")}
            value={name}
            onChange={(text) => change({ name: text })}
            isRequired
            isReadOnly={!mayWrite}
          />
          <div className="brand-logos">
            {logos.map(({ id, media, url }) => (
              <LogoField
                key={id}
                kind={id}
                name={media}
                url={draft[url]}
                mayWrite={mayWrite && can(me, "media:write")}
                onChange={(mediaId, shown) => change({ [media]: mediaId, [url]: shown })}
              />
            ))}
          </div>
          {colorNames.map((each) => (
            <BrandColor
              key={each}
              name={each}
              value={draft.colors[each]}
              finding={findings[each]}
              isReadOnly={!mayWrite}
              onChange={(color) => change({ colors: { ...draft.colors, [each]: color } })}
            />
          ))}
          <TextField
            label={t("brand.supportEmail")}
            name="supportEmail"
            type="email"
            hint={t("brand.supportEmail.hint")}
            isOptional
            isReadOnly={!mayWrite}
            value={draft.supportEmail ?? ""}
            onChange={(text) => change({ supportEmail: text })}
          />
          {links.map((each) => (
            <TextField
              key={each}
              label={t(`brand.${each}`)}
              name={each}
              type="url"
              isOptional
              isReadOnly={!mayWrite}
              value={draft[each] ?? ""}
              onChange={(text) => change({ [each]: text })}
            />
          ))}
          {mayWrite && (
            <div className="flex gap-2">
              <Button isDisabled={!isChanged} onPress={() => setDraft(kit)}>
                {t("brand.discard")}
              </Button>
              <Button type="submit" variant="primary" isDisabled={!isChanged || unreadable}>
                {t("brand.save")}
              </Button>
            </div>
          )}
        </Form>
      </div>
      <BrandPreview name={name} draft={draft} />
    </div>
  );
}
