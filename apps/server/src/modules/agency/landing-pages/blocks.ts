import { type ErrorDetail, unprocessable } from "#platform/errors/app-error.ts";
import type { InputBlock } from "./landing-pages.schema.ts";

type Part = Exclude<keyof InputBlock, "type">;
const parts: readonly Part[] = ["heading", "text", "label", "url", "items", "mediaId", "alt", "caption", "formId"];

/** The parts that a block of each type requires, and those that it may have. */
export const blockRules: Record<InputBlock["type"], { must: Part[]; may: Part[] }> = {
  hero: { must: ["heading"], may: ["text", "label", "url"] },
  text: { must: ["text"], may: ["heading"] },
  features: { must: ["items"], may: ["heading"] },
  image: { must: ["mediaId", "alt"], may: ["caption"] },
  faq: { must: ["items"], may: ["heading"] },
  form: { must: ["formId"], may: ["heading", "text"] },
  cta: { must: ["heading", "label", "url"], may: ["text"] },
};

/**
 * Throws 422 naming each part that a block lacks or cannot have: `blocks[2].alt`. Returns the blocks with only their
 * own parts. Pure.
 */
export function checkBlocks(blocks: InputBlock[]): InputBlock[] {
  const details: ErrorDetail[] = [];
  const add = (i: number, part: Part, issue: ErrorDetail["issue"]) => details.push({ field: `blocks[${i}].${part}`, issue });
  const forms = blocks.filter((block) => block.type === "form").length;
  for (const [i, block] of blocks.entries()) {
    const { must, may } = blockRules[block.type];
    for (const part of parts) {
      if (block[part] === undefined) {
        if (must.includes(part)) add(i, part, "required");
      } else if (!must.includes(part) && !may.includes(part)) add(i, part, "not_allowed");
    }
    // A button has a label and an address.
    if (block.type === "hero" && (block.label === undefined) !== (block.url === undefined)) {
      add(i, block.label === undefined ? "label" : "url", "required");
    }
    if (block.url === "#form" && forms === 0) add(i, "url", "unknown");
    if (block.type === "form" && blocks.findIndex((one) => one.type === "form") !== i) add(i, "formId", "duplicate");
  }
  if (details.length > 0)
    throw unprocessable("Some blocks lack a field that their type requires, or have one that it does not allow.", details);
  return blocks.map(
    (block) =>
      ({
        type: block.type,
        ...Object.fromEntries(parts.filter((part) => block[part] !== undefined).map((part) => [part, block[part]])),
      }) as InputBlock,
  );
}
