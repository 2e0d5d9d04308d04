import { type Static, type TSchema, Type } from "typebox";
import { documentedAs, oneOfBy } from "#platform/http/openapi/schemas.ts";
import { ListOf, listQuery, Nullable, NullableText, NullableTimestamp, Timestamp, StringEnum } from "#platform/http/schemas.ts";
import { foundFields, language, languagePattern, searchFields } from "../faqs.schema.ts";
import { bounds } from "../knowledge.settings.ts";

export const sourceKinds = ["text", "url", "file"] as const;
export const sourceStates = ["pending", "processing", "ready", "failed"] as const;

/** Why a source could not be read, and the text shown for it. */
export const sourceErrors = {
  not_found: "The address says that there is no such page.",
  refused: "The address refused the request.",
  unreachable: "The address could not be reached.",
  timeout: "The address did not answer in time.",
  blocked_address: "The address may not be called.",
  too_many_redirects: "The address leads from one address to the next without end.",
  too_large: "The content is too large.",
  unsupported_type: "This type of content cannot be read: give HTML, Markdown, PDF, DOCX, CSV or plain text.",
  unreadable: "The file is damaged, or cannot be read.",
  encrypted: "The file is protected by a password.",
  no_text: "There is no text in it: a scan, or a page that is built in the browser.",
  file_gone: "The file is not stored any more.",
  internal: "It could not be stored; try again later.",
} as const;
export type SourceErrorCode = keyof typeof sourceErrors;

const name = Type.String({ minLength: 1, maxLength: 200, description: "Its words are searched as well" });
const text = Type.String({
  minLength: 1,
  maxLength: bounds.textLength,
  description: "For kind text: Markdown or plain text. Send longer ones as a file",
});
const url = Type.String({ minLength: 1, maxLength: 2_048, description: "For kind url: the page, fetched with up to 5 redirects" });
const mediaId = Type.String({
  maxLength: 100,
  description: "For kind file: a file uploaded to /media (PDF, DOCX, HTML, Markdown, CSV, text), at most 20 MB; kept as long as the source",
});
const categoryId = NullableText({ maxLength: 100 });
const refreshEveryHours = Nullable(
  Type.Integer({ minimum: 1, maximum: 8_760, description: "For kind url: hours between fetches; null: never fetched again" }),
);
const isActive = Type.Boolean({ description: "false: stored, but not found by searches" });

const fields = {
  id: Type.String(),
  name: Type.String(),
  kind: StringEnum(sourceKinds),
  url: NullableText(),
  mediaId: NullableText(),
  categoryId: NullableText(),
  language: NullableText({ description: "ISO 639; null: not detected yet" }),
  languageDetected: Type.Boolean({ description: "Detected from the text, not given" }),
  status: StringEnum(sourceStates, {
    description: "pending: waiting. processing: being read. failed: see error; the previous content stays searchable",
  }),
  error: Nullable(
    Type.Object(
      { code: StringEnum(Object.keys(sourceErrors) as SourceErrorCode[]), message: Type.String() },
      { title: "KnowledgeSourceError" },
    ),
  ),
  chunkCount: Type.Integer({ description: "Passages" }),
  charCount: Type.Integer({ description: "Characters in the extracted text" }),
  lastFetchedAt: NullableTimestamp({ description: "When it was last read successfully" }),
  refreshEveryHours: Nullable(Type.Integer()),
  isActive: Type.Boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
};

export const KnowledgeSourceListItem = Type.Object({ ...fields, ...foundFields }, { title: "KnowledgeSourceListItem" });
export const KnowledgeSource = Type.Object(
  { ...fields, text: NullableText({ description: "For kind text; omitted in lists" }) },
  { title: "KnowledgeSource" },
);
export type KnowledgeSource = Static<typeof KnowledgeSource>;

const optional = {
  text: Type.Optional(text),
  url: Type.Optional(url),
  mediaId: Type.Optional(mediaId),
  categoryId: Type.Optional(categoryId),
  language: Type.Optional(language),
  refreshEveryHours: Type.Optional(refreshEveryHours),
  isActive: Type.Optional(isActive),
};
const ReadCreateSource = Type.Object(
  { name, kind: StringEnum(sourceKinds), ...optional },
  { title: "CreateKnowledgeSource", description: "Exactly one of text, url and mediaId, matching its kind" },
);

/** This schema is for reading; the API document lists the kinds separately. */
export const CreateKnowledgeSource = documentedAs(ReadCreateSource, () => {
  const { text: _text, url: _url, mediaId: _mediaId, refreshEveryHours: again, ...others } = optional;
  const kind = (kindName: (typeof sourceKinds)[number], title: string, fields: Record<string, TSchema>) =>
    Type.Object({ name, kind: Type.Literal(kindName), ...fields, ...others }, { title });
  return oneOfBy("kind", "CreateKnowledgeSource", [
    kind("text", "CreateTextSource", { text }),
    kind("url", "CreatePageSource", { url, refreshEveryHours: again }),
    kind("file", "CreateFileSource", { mediaId }),
  ]);
});
export type CreateKnowledgeSource = Static<typeof CreateKnowledgeSource>;
export const UpdateKnowledgeSource = Type.Object(
  { name: Type.Optional(name), ...optional },
  { title: "UpdateKnowledgeSource", description: "Omitted fields keep their values; null clears a field. The kind cannot be changed" },
);
export type UpdateKnowledgeSource = Static<typeof UpdateKnowledgeSource>;

const KnowledgeSourcePassage = Type.Object(
  {
    position: Type.Integer({ description: "Its place in the source, from 0" }),
    heading: NullableText({ description: "The headings above it, outermost first, separated by >" }),
    text: Type.String(),
  },
  { title: "KnowledgeSourcePassage" },
);
export const KnowledgeSourcePassageList = ListOf(KnowledgeSourcePassage);
export const ListPassagesQuery = listQuery({});

export const KnowledgeSourceList = ListOf(KnowledgeSourceListItem);
export const ListKnowledgeSourcesQuery = listQuery({
  ...searchFields,
  kind: Type.Optional(StringEnum(sourceKinds)),
  status: Type.Optional(StringEnum(sourceStates)),
  categoryId: Type.Optional(Type.String({ maxLength: 100 })),
  language: Type.Optional(Type.String({ pattern: languagePattern, description: "ISO 639" })),
});
