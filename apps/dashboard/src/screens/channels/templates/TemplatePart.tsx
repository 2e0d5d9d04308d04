import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { templateQuery } from "../../../api/inbox/templates.ts";
import { channels } from "../../../api/resources.ts";
import { can, meQuery } from "../../../api/session.ts";
import { channelKindsQuery } from "../../../api/settings/channel-kinds.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { LayoutTemplate } from "lucide-react";
import { canBeWritten } from "./draft.ts";
import { TemplateEditor } from "./TemplateEditor.tsx";
import { TemplateView } from "./TemplateView.tsx";

/** A template: the editor if it may be changed now, otherwise a view with its review status. */
export function TemplatePart() {
  const { t } = useI18n();
  const { channelId, templateId } = useParams({ from: "/app/channels/$channelId/templates/$templateId" });
  const isNew = templateId === "new";
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: channel } = useQuery({ ...channels.detailQuery(channelId), throwOnError: true });
  const { data: template } = useQuery({ ...templateQuery(channelId, templateId), enabled: !isNew, throwOnError: true });
  const { data: kinds } = useQuery(channelKindsQuery());
  const mayWrite = can(me, "channels:write");
  if (channel === undefined || kinds === undefined || (!isNew && template === undefined)) return <SkeletonRows rows={8} />;
  const edits = kinds.data.find(({ kind }) => kind === channel.kind)?.templateEdits ?? null;
  if (template === undefined)
    return mayWrite && channel.capabilities.types.includes("template") ? (
      <TemplateEditor key="new" channel={channel} />
    ) : (
      <EmptyState icon={LayoutTemplate} title={t("templates.notHere")} />
    );
  return mayWrite && canBeWritten(template) && edits?.states.includes(template.status) === true ? (
    <TemplateEditor
      key={template.id}
      channel={channel}
      template={template}
      isCategoryFixed={edits.categoryFixedIn.includes(template.status)}
    />
  ) : (
    <TemplateView channel={channel} template={template} mayWrite={mayWrite} />
  );
}
