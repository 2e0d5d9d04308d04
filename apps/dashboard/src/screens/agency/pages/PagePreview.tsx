import type { CSSProperties, ReactNode } from "react";
import type { BrandKit, SignupForm } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { brandTokens } from "../brand/colors.ts";
import type { Block, PageDraft } from "./blocks.ts";

interface Props {
  draft: PageDraft;
  kit: BrandKit | undefined;
  organization: string;
  forms: readonly SignupForm[];
  width: "desktop" | "phone";
  selected: number | "page";
}

/** The page in the brand's colours, as visitors see it. Nothing in it can be pressed. */
export function PagePreview({ draft, kit, organization, forms, width, selected }: Props) {
  const { t } = useI18n();
  const hasHero = draft.blocks.some(({ type }) => type === "hero");
  return (
    // Nothing in it takes the focus, so keyboard users scroll it with the arrows.
    <section className="page-preview scroll" aria-label={t("pages.preview")} {...{ tabIndex: 0 }}>
      <article
        className={`page-sheet ${width}`}
        data-theme="light"
        style={kit === undefined ? undefined : (brandTokens(kit.colors) as CSSProperties)}
      >
        <div className="page-brand">
          {kit?.logoLightUrl != null && <img className="h-6 w-auto" src={kit.logoLightUrl} alt="" />}
          <b>
            <bdi>{kit?.name ?? organization}</bdi>
          </b>
        </div>
        {!hasHero && (
          <div className="page-block hero">
            <b className="page-h1">{draft.title}</b>
          </div>
        )}
        {draft.blocks.map((block, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no ids
          <div key={at} className={`page-block ${block.type}`} data-selected={selected === at || undefined} dir="auto">
            <BlockBody block={block} form={forms.find(({ id }) => id === block.formId)} />
          </div>
        ))}
      </article>
    </section>
  );
}

function BlockBody({ block, form }: { block: Block; form: SignupForm | undefined }) {
  const { t } = useI18n();
  const { heading, text, label, items = [] } = block;
  const h2 = heading !== undefined && heading !== "" && <b className="page-h2">{heading}</b>;
  const button = label !== undefined && label !== "" && <span className="btn primary">{label}</span>;
  switch (block.type) {
    case "hero":
      return (
        <>
          <b className="page-h1">{heading}</b>
          <Paragraphs text={text} />
          {button}
        </>
      );
    case "image":
      return (
        <>
          {block.imageUrl !== undefined && <img className="page-picture" src={block.imageUrl} alt={block.alt ?? ""} />}
          <span className="text-12 text-text-2">{block.caption}</span>
        </>
      );
    case "features":
      return (
        <>
          {h2}
          <div className="page-cards">
            <Items items={items} />
          </div>
        </>
      );
    case "faq":
      return (
        <>
          {h2}
          <Items items={items} />
        </>
      );
    case "form":
      return (
        <div className="page-form">
          <b className="page-h2">{heading === undefined || heading === "" ? form?.title : heading}</b>
          <Paragraphs text={text === undefined || text === "" ? (form?.intro ?? "") : text} />
          {form?.fields.map(({ key, label: asked, type }) => (
            <span key={key} className="field">
              <span className="lab">{asked}</span>
              {type !== "checkbox" && <span className="input" />}
            </span>
          ))}
          {form?.consentText != null && <span className="text-12">{form.consentText}</span>}
          <span className="btn primary justify-self-start">{t("pages.send")}</span>
        </div>
      );
    default:
      return (
        <>
          {h2}
          <Paragraphs text={text} />
          {button}
        </>
      );
  }
}

/** A blank line separates them. */
function Paragraphs({ text = "" }: { text?: string | undefined }): ReactNode {
  return text
    .split(/\n\s*\n/)
    .filter((each) => each.trim() !== "")
    .map((each, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are texts without ids
      <p key={at}>{each}</p>
    ));
}

function Items({ items }: { items: NonNullable<Block["items"]> }) {
  return items.map((item, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items have no ids
    <div key={at} className="page-card">
      <b>{item.heading}</b>
      <Paragraphs text={item.text} />
    </div>
  ));
}
