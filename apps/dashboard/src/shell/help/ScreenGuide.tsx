import { useQuery } from "@tanstack/react-query";
import { useMatches } from "@tanstack/react-router";
import { CircleQuestionMark } from "lucide-react";
import { useState } from "react";
import { useI18n } from "../../i18n/i18n.tsx";
import { Button } from "../../ui/Button.tsx";
import { PartError } from "../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { type Block, readGuide, type Span } from "./guide-text.ts";
import { type GuideId, guideOf } from "./guides.ts";

/** Each is fetched when it is opened. */
const pages = import.meta.glob<string>("../../../../../docs/guides/screens/*.md", { query: "?raw", import: "default" });

async function loadGuide(id: GuideId): Promise<Block[]> {
  const load = pages[`../../../../../docs/guides/screens/${id}.md`];
  if (load === undefined) throw new Error(`there is no guide ${id}`);
  return readGuide(await load());
}

/** The guide to the current screen, behind a button. The guides are in English. */
export function ScreenGuide() {
  const { t } = useI18n();
  const match = useMatches().at(-1);
  const part = (match?.params as { part?: string } | undefined)?.part;
  const id = guideOf(String(match?.routeId), part);
  const [open, setOpen] = useState(false);
  if (id === null) return null;
  return (
    <section aria-label={t("help.title")}>
      <Button size="small" icon={CircleQuestionMark} aria-expanded={open} onPress={() => setOpen(!open)}>
        {t(open ? "help.hide" : "help.show")}
      </Button>
      {open && <Guide id={id} />}
    </section>
  );
}

function Guide({ id }: { id: GuideId }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["guide", id],
    queryFn: () => loadGuide(id),
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: false,
  });
  if (error !== null) return <PartError error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={4} picture={false} />;
  return (
    <div className="mt-3 grid gap-3" lang="en" dir="ltr">
      {data.map((block) => (
        <GuideBlock key={block.at} block={block} />
      ))}
    </div>
  );
}

function GuideBlock({ block }: { block: Block }) {
  switch (block.as) {
    case "title":
      return (
        <h3 className="text-16">
          <Spans spans={block.spans} />
        </h3>
      );
    case "heading":
      return (
        <h4 className="section-title">
          <Spans spans={block.spans} />
        </h4>
      );
    case "text":
      return (
        <p className="text-text-2">
          <Spans spans={block.spans} />
        </p>
      );
    default: {
      const List = block.as === "steps" ? "ol" : "ul";
      return (
        <List className={`grid gap-1 ps-5 text-text-2 ${block.as === "steps" ? "list-decimal" : "list-disc"}`}>
          {block.items.map(({ at, spans }) => (
            <li key={at}>
              <Spans spans={spans} />
            </li>
          ))}
        </List>
      );
    }
  }
}

function Spans({ spans }: { spans: Span[] }) {
  return spans.map(({ at, as, text }) => {
    const Tag = as === "text" ? "span" : as;
    return <Tag key={at}>{text}</Tag>;
  });
}
