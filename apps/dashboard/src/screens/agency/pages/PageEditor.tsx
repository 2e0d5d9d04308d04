import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { LandingPage } from "@parley/sdk";
import { brandKitQuery, landingPages, signupForms } from "../../../api/agency.ts";
import { api } from "../../../api/client.ts";
import { useDraft } from "../../../api/inbox/useDraft.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { editsSince, storedEdits, withEdit } from "../../../parts/fields/edits.ts";
import { toast } from "../../../shell/toast.ts";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { Form } from "../../../ui/fields/Form.tsx";
import { moved } from "../forms/form-fields.ts";
import { type Block, changesOf, draftOf, type PageDraft, readEdits } from "./blocks.ts";
import { BlockFields } from "./BlockFields.tsx";
import { BlockList } from "./BlockList.tsx";
import { PageHead, type PageVerb } from "./PageHead.tsx";
import { PagePreview } from "./PagePreview.tsx";
import { PageSettings } from "./PageSettings.tsx";

/** A landing page: its blocks, a preview, and the fields of the selected block. */
export function PageEditor({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery({ ...landingPages.detailQuery(id), throwOnError: false });
  if (data === undefined)
    return error === null ? <SkeletonRows rows={8} /> : <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />;
  return <Editor page={data} />;
}

function Editor({ page }: { page: LandingPage }) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: forms } = useQuery({ ...signupForms.listQuery(), throwOnError: false });
  const { data: kit } = useQuery({ ...brandKitQuery, throwOnError: false });
  // Unsaved changes survive leaving and reloading the page.
  const [draftText, keep] = useDraft(`landing-page/${page.id}`);
  const edits = readEdits(draftText);
  const saved = draftOf(page);
  const draft = { ...saved, ...edits };
  const changes = changesOf(page, edits);
  const [selected, setSelected] = useState<number | "page">(0);
  const [width, setWidth] = useState<"desktop" | "phone">("desktop");
  const mayWrite = can(me, "agency:write");
  const change = (next: Partial<PageDraft>) => keep(storedEdits(withEdit(saved, edits, next)));
  const setBlocks = (blocks: Block[]) => change({ blocks });
  const block = selected === "page" ? undefined : draft.blocks[selected];
  async function run(verb: PageVerb) {
    const body = {
      ...changes,
      ...(verb === "save" ? {} : { status: verb === "publish" ? ("published" as const) : ("draft" as const) }),
    };
    if (Object.keys(body).length === 0) return;
    client.setQueryData(landingPages.detailQuery(page.id).queryKey, await api.agency.landingPages.update(page.id, body));
    landingPages.invalidate(client, page.id);
    keep((now) => storedEdits(editsSince(saved, edits, readEdits(now))));
    toast.show({ tone: "ok", text: t(verb === "publish" ? "pages.wasPublished" : "common.saved") });
  }
  async function remove() {
    await api.agency.landingPages.delete(page.id);
    keep("");
    landingPages.invalidate(client, page.id);
    await navigate({ to: "/agency/$part", params: { part: "pages" } });
  }
  return (
    <div className="page-editor">
      <PageHead
        page={page}
        isChanged={Object.keys(changes).length > 0}
        mayWrite={mayWrite}
        width={width}
        onWidth={setWidth}
        onRun={run}
        onDiscard={() => keep("")}
        onDelete={remove}
      />
      <div className="page-panes">
        <BlockList
          blocks={draft.blocks}
          forms={forms?.items ?? []}
          selected={selected}
          mayWrite={mayWrite}
          onSelect={setSelected}
          onAdd={(type) => {
            setBlocks([...draft.blocks, { type }]);
            setSelected(draft.blocks.length);
          }}
          onMove={(at, by) => {
            setBlocks(moved(draft.blocks, at, by));
            setSelected(Math.min(Math.max(at + by, 0), draft.blocks.length - 1));
          }}
          onRemove={(at) => {
            setBlocks(draft.blocks.toSpliced(at, 1));
            setSelected(Math.max(0, at - 1));
          }}
        />
        <PagePreview draft={draft} kit={kit} organization={me.tenant.name} forms={forms?.items ?? []} width={width} selected={selected} />
        <aside className="page-fields scroll" aria-label={t("pages.settings")}>
          {/* A form only for its errors: the buttons in the header submit its fields. */}
          <Form onSubmit={() => run("save")}>
            {block === undefined || selected === "page" ? (
              <PageSettings draft={draft} mayWrite={mayWrite} onChange={change} />
            ) : (
              <BlockFields
                key={selected}
                block={block}
                name={`blocks[${selected}]`}
                forms={forms?.items ?? []}
                mayWrite={mayWrite}
                onChange={(next) => setBlocks(draft.blocks.toSpliced(selected, 1, next))}
              />
            )}
          </Form>
          <p className="text-12 text-text-3">{t("pages.safe")}</p>
        </aside>
      </div>
    </div>
  );
}
