import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { ChevronRight, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Channel, Template } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { showFailure } from "../../../parts/show-failure.ts";
import { toast } from "../../../shell/toast.ts";
import { Button } from "../../../ui/Button.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { ConfirmDialog } from "../../../ui/overlays/Dialog.tsx";
import { templateTones } from "./template-state.ts";

interface Props {
  channel: Channel;
  /** Absent for a new one. */
  template?: Template | undefined;
  mayDelete: boolean;
  /** At the end of the header. */
  children?: ReactNode;
}

/** The breadcrumb, the template's name and status, and deleting it. */
export function TemplateHead({ channel, template, mayDelete, children }: Props) {
  const i18n = useI18n();
  const { t } = i18n;
  const client = useQueryClient();
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState(false);
  async function remove(id: string) {
    try {
      await api.channels.templates.delete(channel.id, id);
    } catch (error) {
      setDeleting(false);
      return showFailure(error, i18n);
    }
    toast.show({ tone: "ok", text: t("templates.deleted") });
    await navigate({ to: "/channels/$channelId/templates", params: { channelId: channel.id } });
    await client.invalidateQueries({ queryKey: ["templates"] }, { throwOnError: false });
  }
  return (
    <header className="head">
      <span className="crumb">
        <Link className="only-desktop" to="/channels/$channelId" params={{ channelId: channel.id }}>
          <bdi>{channel.name}</bdi>
        </Link>
        <ChevronRight className="icon icon-14 flip only-desktop" aria-hidden />
        <Link to="/channels/$channelId/templates" params={{ channelId: channel.id }}>
          {t("template.title")}
        </Link>
        <ChevronRight className="icon icon-14 flip" aria-hidden />
      </span>
      <h1 className="cut">
        <bdi>{template?.name ?? t("templates.new")}</bdi>
      </h1>
      {template !== undefined && <Chip tone={templateTones[template.status]}>{t(`template.status.${template.status}`)}</Chip>}
      <span className="ms-auto flex gap-1.5">
        {template !== undefined && mayDelete && template.status !== "deleted" && (
          <Button size="small" icon={Trash2} label={t("labels.delete", { name: template.name })} onPress={() => setDeleting(true)} />
        )}
        {children}
      </span>
      {deleting && template !== undefined && (
        <ConfirmDialog
          title={t("labels.delete", { name: template.name })}
          isOpen
          isDanger
          confirmLabel={t("common.delete")}
          onOpenChange={setDeleting}
          onConfirm={() => remove(template.id)}
        >
          {t("templates.delete.text")}
        </ConfirmDialog>
      )}
    </header>
  );
}
