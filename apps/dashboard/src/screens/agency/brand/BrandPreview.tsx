import { Check, Contact, Inbox, Send, Ticket } from "lucide-react";
import { type CSSProperties, useState } from "react";
import type { BrandKit } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Segmented } from "../../../ui/lists/Segmented.tsx";
import { brandTokens } from "./colors.ts";

type Shown = "dashboard" | "signIn" | "mail";
const views = ["dashboard", "signIn", "mail"] as const satisfies Shown[];

interface Props {
  name: string;
  draft: Pick<BrandKit, "colors" | "logoLightUrl" | "supportEmail">;
}

/** What clients see, in the brand's colours: its tokens are set on this element only. Nothing in it can be pressed. */
export function BrandPreview({ name, draft }: Props) {
  const { t } = useI18n();
  const [shown, setShown] = useState<Shown>("dashboard");
  const View = { dashboard: DashboardView, signIn: SignInView, mail: MailView }[shown];
  return (
    <section className="brand-preview scroll" aria-label={t("brand.preview")}>
      <div className="flex items-center gap-2">
        <Segmented<Shown>
          label={t("brand.preview")}
          size="small"
          value={shown}
          segments={views.map((id) => ({ id, name: t(`brand.preview.${id}`) }))}
          onChange={setShown}
        />
        <span className="ms-auto text-12 text-text-3">{t("brand.preview.hint")}</span>
      </div>
      <div
        className="brand-frame"
        data-theme="light"
        role="img"
        aria-label={t("brand.preview.of", { name })}
        style={brandTokens(draft.colors) as CSSProperties}
      >
        <View name={name} draft={draft} />
      </div>
    </section>
  );
}

function Mark({ name, draft }: Props) {
  return (
    <span className="flex items-center gap-2">
      {draft.logoLightUrl === null ? <span className="brand-mark" /> : <img className="h-6 w-auto" src={draft.logoLightUrl} alt="" />}
      <b>
        <bdi>{name}</bdi>
      </b>
    </span>
  );
}

function DashboardView({ name, draft }: Props) {
  const { t } = useI18n();
  return (
    <div className="brand-dashboard">
      <div className="grid content-start gap-1">
        <Mark name={name} draft={draft} />
        <span className="nav-item" aria-current="page">
          <Inbox className="icon" aria-hidden />
          {t("shell.inbox")}
        </span>
        <span className="nav-item">
          <Contact className="icon" aria-hidden />
          {t("shell.contacts")}
        </span>
        <span className="nav-item">
          <Ticket className="icon" aria-hidden />
          {t("shell.tickets")}
        </span>
      </div>
      <div className="brand-sheet">
        <span className="flex items-center gap-2 border-b border-line p-3">
          <b>{t("brand.sample.person")}</b>
          <span className="btn primary small ms-auto">
            <Check className="icon icon-14" aria-hidden />
            {t("brand.sample.resolve")}
          </span>
        </span>
        <span className="brand-bubble">{t("brand.sample.question")}</span>
        <span className="brand-bubble ours">{t("brand.sample.answer")}</span>
        <span className="brand-write">
          <span className="grow text-text-3">{t("brand.sample.write")}</span>
          <span className="btn accent small">
            <Send className="icon icon-14" aria-hidden />
            {t("brand.sample.send")}
          </span>
        </span>
      </div>
    </div>
  );
}

function SignInView({ name, draft }: Props) {
  const { t } = useI18n();
  return (
    <div className="brand-page">
      <div className="brand-card">
        <Mark name={name} draft={draft} />
        <span className="input">{t("contact.email")}</span>
        <span className="btn primary justify-center">{t("brand.sample.signIn")}</span>
        <span className="brand-link">{t("brand.sample.forgot")}</span>
      </div>
    </div>
  );
}

function MailView({ name, draft }: Props) {
  const { t } = useI18n();
  return (
    <div className="brand-page">
      <div className="brand-card">
        <Mark name={name} draft={draft} />
        <span>{t("brand.sample.invited", { name })}</span>
        <span className="btn primary justify-center">{t("brand.sample.join")}</span>
        <span className="text-12 text-text-3">{draft.supportEmail ?? ""}</span>
      </div>
    </div>
  );
}
