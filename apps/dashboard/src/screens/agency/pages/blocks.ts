/** The blocks of a landing page: their parts as in the API, and a page being edited. Pure. */
import type { CreateLandingPage, LandingPage } from "@parley/sdk";
import { editedNames, pickOf } from "../../../parts/fields/edits.ts";

export type Block = LandingPage["blocks"][number];
export type BlockType = Block["type"];

export const blockTypes = ["hero", "text", "features", "image", "faq", "form", "cta"] as const satisfies BlockType[];

/** The required and optional parts of a block. */
export const partsOf = {
  hero: ["heading", "text", "label", "url"],
  text: ["heading", "text"],
  features: ["heading", "items"],
  image: ["mediaId", "alt", "caption"],
  faq: ["heading", "items"],
  form: ["formId", "heading", "text"],
  cta: ["heading", "text", "label", "url"],
} as const satisfies Record<BlockType, readonly (keyof Block)[]>;

export interface PageDraft {
  title: string;
  slug: string;
  description: string;
  blocks: Block[];
}

export const draftOf = ({ title, slug, description, blocks }: LandingPage): PageDraft => ({
  ...{ title, slug, blocks },
  description: description ?? "",
});

/** The edits stored in the browser: the values that were changed. None if they are from another version. */
export function readEdits(text: string): Partial<PageDraft> {
  if (text === "") return {};
  try {
    const stored = JSON.parse(text) as Partial<PageDraft> | null;
    if (typeof stored !== "object" || stored === null || Array.isArray(stored)) return {};
    const { blocks = [], title = "" } = stored;
    return Array.isArray(blocks) && typeof title === "string" ? stored : {};
  } catch {
    return {};
  }
}

/** What saving sends: only what was changed, so that a colleague's changes to the rest stay. */
export function changesOf(page: LandingPage, edits: Partial<PageDraft>): Partial<ReturnType<typeof bodyOf>> {
  const saved = draftOf(page);
  const body = bodyOf({ ...saved, ...edits });
  return pickOf(body, editedNames(bodyOf(saved), body));
}

/** The whole body: only the parts of each type, without empty ones. A picture may have an empty description. */
export function bodyOf({ title, slug, description, blocks }: PageDraft): Required<Omit<CreateLandingPage, "status">> {
  return {
    ...{ title, slug },
    description: description.trim() === "" ? null : description,
    blocks: blocks.map((block) => {
      const kept = partsOf[block.type].flatMap((part) => {
        const value = (block as unknown as Record<string, unknown>)[part];
        return value === undefined || (value === "" && part !== "alt") ? [] : [[part, value] as const];
      });
      return { type: block.type, ...Object.fromEntries(kept) };
    }),
  };
}

/** A one-line description of a block, for the list. */
export function summaryOf(block: Block, formTitle: string | undefined): string {
  if (block.type === "form") return block.heading ?? formTitle ?? "";
  if (block.type === "image") return block.caption ?? block.alt ?? "";
  return block.heading ?? block.text?.split("\n")[0] ?? "";
}
