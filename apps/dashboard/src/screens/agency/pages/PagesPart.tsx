import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { PanelsTopLeft, Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { LandingPage } from "@parley/sdk";
import { landingPages } from "../../../api/agency.ts";
import { api } from "../../../api/client.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useActions } from "../../../keys/actions.ts";
import { Button } from "../../../ui/Button.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { CopyText } from "../../../ui/CopyText.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { Table } from "../../../ui/lists/Table.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";
import { slugOf } from "../forms/form-fields.ts";

const PageEditor = lazy(async () => ({ default: (await import("./PageEditor.tsx")).PageEditor }));

/** The agency's landing pages, or one of them in its editor. */
export function PagesPart() {
  const { recordId } = useParams({ strict: false }) as { recordId?: string };
  if (recordId === undefined) return <PageList />;
  return (
    <Suspense fallback={<SkeletonRows rows={8} />}>
      <PageEditor key={recordId} id={recordId} />
    </Suspense>
  );
}

function PageList() {
  const { t, format } = useI18n();
  const navigate = useNavigate();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data, error, isFetching, refetch } = useQuery({ ...landingPages.listQuery(), staleTime: 0, throwOnError: false });
  const [making, setMaking] = useState(false);
  const mayWrite = can(me, "agency:write");
  const open = (id: string) => void navigate({ to: "/agency/$part/$recordId", params: { part: "pages", recordId: id } });
  useActions([
    {
      ...({ id: "pages.new", label: "pages.new", group: "shell.agency", icon: Plus, keys: "c" } as const),
      enabled: mayWrite,
      run: () => setMaking(true),
    },
  ]);
  if (error !== null && data === undefined) return <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />;
  const create = mayWrite && (
    <Button variant="primary" icon={Plus} keys="c" onPress={() => setMaking(true)}>
      {t("pages.new")}
    </Button>
  );
  return (
    <div className="scroll grow">
      {create !== false && data?.items.length !== 0 && <div className="agency-tools">{create}</div>}
      <Table<LandingPage>
        label={t("agency.pages")}
        rows={data?.items}
        rowId={({ id }) => id}
        onRowAction={({ id }) => open(id)}
        columns={[
          { ...{ id: "title", name: t("pages.title") }, cell: ({ title }) => <bdi className="font-medium">{title}</bdi> },
          {
            ...{ id: "state", name: t("agency.state") },
            cell: ({ status }) => <Chip tone={status === "published" ? "ok" : "plain"}>{t(`pages.${status}`)}</Chip>,
          },
          { ...{ id: "url", name: t("forms.url") }, cell: ({ url }) => <CopyText text={url} label={t("forms.url")} /> },
          {
            ...{ id: "when", name: t("pages.publishedAt"), align: "end" },
            cell: ({ publishedAt }) =>
              publishedAt !== null && (
                <time dateTime={publishedAt} title={format.instant(publishedAt)}>
                  {format.when(publishedAt)}
                </time>
              ),
          },
        ]}
        empty={
          <EmptyState icon={PanelsTopLeft} title={t("pages.empty")} call="POST /api/v1/agencies/current/landing-pages" actions={create}>
            {t("pages.empty.text")}
          </EmptyState>
        }
      />
      {making && <NewPageDialog onClose={() => setMaking(false)} onMade={open} />}
    </div>
  );
}

function NewPageDialog({ onClose, onMade }: { onClose(): void; onMade(id: string): void }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const [title, setTitle] = useState("");
  const [slug, setSlug] = useState("");
  async function make() {
    const made = await api.agency.landingPages.create({
      title,
      slug: slug === "" ? slugOf(title) : slug,
      blocks: [{ type: "hero", heading: title }],
    });
    landingPages.invalidate(client);
    onClose();
    onMade(made.id);
  }
  return (
    <FormDialog title={t("pages.new")} size="small" verb={t("pages.new")} onSubmit={make} onClose={onClose}>
      <TextField label={t("pages.title")} name="title" value={title} onChange={setTitle} isRequired autoFocus />
      <TextField
        label={t("pages.slug")}
        name="slug"
        hint={t("forms.slug.hint")}
        placeholder={slugOf(title)}
        value={slug}
        onChange={setSlug}
        isCode
        isOptional
      />
    </FormDialog>
  );
}
