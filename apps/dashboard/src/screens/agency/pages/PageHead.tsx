import { Link } from "@tanstack/react-router";
import { ChevronRight, Ellipsis, ExternalLink, Monitor, Smartphone } from "lucide-react";
import { useState } from "react";
import { isApiError, type LandingPage } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button, buttonClass } from "../../../ui/Button.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { Notice } from "../../../ui/feedback/Notice.tsx";
import { errorText } from "../../../ui/lib/error-text.ts";
import { Segmented } from "../../../ui/lists/Segmented.tsx";
import { ConfirmDialog } from "../../../ui/overlays/Dialog.tsx";
import { Menu, MenuItem } from "../../../ui/overlays/Menu.tsx";

export type PageVerb = "save" | "publish" | "unpublish";

interface Props {
  page: LandingPage;
  isChanged: boolean;
  mayWrite: boolean;
  width: "desktop" | "phone";
  onWidth(width: "desktop" | "phone"): void;
  onRun(verb: PageVerb): Promise<void>;
  onDiscard(): void;
  onDelete(): Promise<void>;
}

/** Its name and status, whether it has unpublished changes, and its actions. */
export function PageHead({ page, isChanged, mayWrite, width, onWidth, onRun, onDiscard, onDelete }: Props) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const [pending, setPending] = useState<PageVerb | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [deleting, setDeleting] = useState(false);
  const isPublished = page.status === "published";
  async function run(verb: PageVerb) {
    setPending(verb);
    setFailure(null);
    try {
      await onRun(verb);
    } catch (error) {
      setFailure(error);
    }
    setPending(null);
  }
  const fields = isApiError(failure) ? failure.details.map(({ field }) => field) : [];
  return (
    <>
      <div className="toolbar">
        <Link className="crumb" to="/agency/$part" params={{ part: "pages" }}>
          {t("agency.pages")}
          <ChevronRight className="icon icon-12 flip" aria-hidden />
        </Link>
        <h2 className="cut page-title">
          <bdi>{page.title}</bdi>
        </h2>
        <Chip tone={isPublished ? "ok" : "plain"}>{t(`pages.${page.status}`)}</Chip>
        {isChanged && <span className="text-12 text-text-3">{t(isPublished ? "pages.changes" : "pages.unsaved")}</span>}
        <span className="ms-auto flex flex-wrap items-center gap-1.5">
          <Segmented
            label={t("pages.preview")}
            size="small"
            iconsOnly
            value={width}
            segments={[
              { id: "desktop", name: t("pages.preview.desktop"), icon: Monitor },
              { id: "phone", name: t("pages.preview.phone"), icon: Smartphone },
            ]}
            onChange={onWidth}
          />
          {isPublished && (
            <a className={buttonClass("plain", "small")} href={page.url} target="_blank" rel="noopener">
              <ExternalLink className="icon icon-14" aria-hidden />
              {t("pages.open")}
            </a>
          )}
          {mayWrite && isChanged && (
            <Button size="small" onPress={onDiscard}>
              {t("pages.discard")}
            </Button>
          )}
          {mayWrite && !isPublished && isChanged && (
            <Button size="small" isPending={pending === "save"} onPress={() => void run("save")}>
              {t("pages.save")}
            </Button>
          )}
          {mayWrite && (!isPublished || isChanged) && (
            <Button size="small" variant="primary" isPending={pending === "publish"} onPress={() => void run("publish")}>
              {t(isPublished ? "pages.publishChanges" : "pages.publish")}
            </Button>
          )}
          {mayWrite && (
            <Menu
              label={t("agency.more", { name: page.title })}
              trigger={<Button icon={Ellipsis} label={t("agency.more", { name: page.title })} variant="ghost" size="small" />}
            >
              {isPublished && (
                <MenuItem id="unpublish" onAction={() => void run("unpublish")}>
                  {t("pages.unpublish")}
                </MenuItem>
              )}
              <MenuItem id="delete" isDanger onAction={() => setDeleting(true)}>
                {t("common.delete")}
              </MenuItem>
            </Menu>
          )}
        </span>
      </div>
      {failure !== null && (
        <Notice tone="bad" role="alert" className="m-3">
          {errorText(failure, i18n)}
          {fields.length > 0 && <code className="block text-12">{format.list(fields)}</code>}
        </Notice>
      )}
      {deleting && (
        <ConfirmDialog
          title={t("labels.delete", { name: page.title })}
          isOpen
          isDanger
          confirmLabel={t("common.delete")}
          onOpenChange={setDeleting}
          onConfirm={onDelete}
        >
          {t("pages.delete.text")}
        </ConfirmDialog>
      )}
    </>
  );
}
