import { type Static, Type } from "typebox";
import { Slug } from "#modules/agency/signup-forms/index.ts";
import { ListOf, listQuery, NullableText, NullableTimestamp, Timestamp, StringEnum } from "#platform/http/schemas.ts";

export const blockTypes = ["hero", "text", "features", "image", "faq", "form", "cta"] as const;
export const pageStatuses = ["draft", "published"] as const;
export type PageStatus = (typeof pageStatuses)[number];

const heading = Type.Optional(Type.String({ minLength: 1, maxLength: 200 }));
const block = {
  type: StringEnum(blockTypes, {
    description:
      "hero: heading; optional text, label and url. text: text; optional heading. features, faq: items; optional heading. image: mediaId, alt; optional caption. form: formId; optional heading and text; one per page. cta: heading, label, url; optional text",
  }),
  heading,
  text: Type.Optional(Type.String({ minLength: 1, maxLength: 10_000, description: "A blank line separates paragraphs" })),
  label: Type.Optional(Type.String({ minLength: 1, maxLength: 80, description: "Button text" })),
  url: Type.Optional(
    Type.String({
      maxLength: 500,
      pattern: "^(https://[^\\s]+|#form)$",
      description: "The button's target: https, or #form of this page",
    }),
  ),
  items: Type.Optional(
    Type.Array(
      Type.Object({
        heading: Type.String({ minLength: 1, maxLength: 200, description: "For a faq: the question" }),
        text: Type.String({ minLength: 1, maxLength: 2_000, description: "For a faq: the answer" }),
      }),
      { minItems: 1, maxItems: 24 },
    ),
  ),
  mediaId: Type.Optional(Type.String({ maxLength: 100, description: "PNG, JPEG, WebP or GIF, at most 5 MiB" })),
  alt: Type.Optional(Type.String({ maxLength: 500, description: "Alternative text; empty: decorative" })),
  caption: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  formId: Type.Optional(Type.String({ maxLength: 100 })),
};

export const InputBlock = Type.Object(block, { title: "LandingPageBlock" });
export type InputBlock = Static<typeof InputBlock>;
const Blocks = Type.Array(InputBlock, { maxItems: 50 });
const ShownBlocks = Type.Array(
  Type.Object({ ...block, imageUrl: Type.Optional(Type.String({ description: "For an image: its public path" })) }),
);

export const LandingPage = Type.Object(
  {
    id: Type.String(),
    slug: Type.String(),
    title: Type.String(),
    description: NullableText({ description: "Description for search engines" }),
    blocks: ShownBlocks,
    status: StringEnum(pageStatuses, { description: "published: publicly visible" }),
    publicKey: Type.String({ description: "Replaces the slug on hosts that are not the agency's own" }),
    url: Type.String({
      description: "URL of the page: on the agency's active custom domain, otherwise on this installation's own address by its publicKey",
    }),
    publishedAt: NullableTimestamp({ description: "When it was last published" }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "LandingPage" },
);
export type LandingPage = Static<typeof LandingPage>;
export const LandingPageList = ListOf(LandingPage);
export const ListPagesQuery = listQuery({ status: Type.Optional(StringEnum(pageStatuses)) });

const slug = Slug("URL slug, unique in the agency");
const title = Type.String({ minLength: 1, maxLength: 200 });
const description = Type.Optional(NullableText({ minLength: 1, maxLength: 500 }));

export const CreateLandingPage = Type.Object(
  { slug, title, description, blocks: Blocks, status: Type.Optional(StringEnum(pageStatuses, { description: "Default: draft" })) },
  { title: "CreateLandingPage" },
);
export type CreateLandingPage = Static<typeof CreateLandingPage>;

export const UpdateLandingPage = Type.Object(
  {
    slug: Type.Optional(slug),
    title: Type.Optional(title),
    description,
    blocks: Type.Optional(Blocks),
    status: Type.Optional(StringEnum(pageStatuses)),
  },
  { title: "UpdateLandingPage", description: "Omitted fields keep their values; blocks replaces all blocks" },
);
export type UpdateLandingPage = Static<typeof UpdateLandingPage>;
