import {
  type ChannelAccess,
  type ChannelConnector,
  type PlatformHttp,
  type ProviderTemplate,
  type TemplateDraft,
  providerErrorOf,
  providerFailure,
  templateParts,
} from "@parley/connector-kit";
import { graphCall, refusal } from "./graph-call.ts";
import { templateLanguage, templateStatusOf } from "./normalize/template.ts";
import { asObject, compact, idAt, listAt, objectAt, own, textAt } from "@parley/connector-kit/read";
import { tokenOf } from "./token.ts";

const FIELDS = "id,name,language,status,category,sub_category,parameter_format,components,quality_score,rejected_reason";
const PAGE_SIZE = 100;
/** A business account has at most 6,000 templates; twice that many pages means a loop. */
const PAGES_MAX = 120;

/**
 * All templates of the business account, in the platform's order. Pages only by cursor: the URL that the platform
 * offers in `paging.next` is never requested. Throws `providerFailure`.
 */
export async function* listTemplates(version: string, access: ChannelAccess, http: PlatformHttp): AsyncIterable<ProviderTemplate> {
  const account = accountOf(access);
  let after: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const query = new URLSearchParams({ fields: FIELDS, limit: String(PAGE_SIZE) });
    if (after !== undefined) query.set("after", after);
    const path = `/v${version}/${account}/message_templates?${query}`;
    const body = await getPage(path, access, http);
    const data = listAt(body, "data");
    for (const element of data) {
      const template = templateOf(element);
      if (template !== undefined) yield template;
    }
    const next = textAt(objectAt(objectAt(body, "paging"), "cursors"), "after");
    // The last page also has a cursor, but no next page.
    const last = textAt(objectAt(body, "paging"), "next") === undefined && data.length < PAGE_SIZE;
    if (data.length === 0 || last || next === undefined || next === after) return;
    after = next;
  }
}

async function getPage(path: string, access: ChannelAccess, http: PlatformHttp): Promise<unknown> {
  const body = await graphCall({ method: "GET", path, token: tokenOf(access) }, http);
  if (Array.isArray(own(body, "data"))) return body;
  throw providerFailure({
    class: "retryable",
    providerCode: "http_200",
    code: "provider_error",
    message: "The platform's list of templates cannot be read.",
    scope: "message",
  });
}

/**
 * Submits a draft. The answer contains the id, the first state and the category, which the platform may have changed.
 */
export async function createTemplate(
  version: string,
  draft: TemplateDraft,
  access: ChannelAccess,
  http: PlatformHttp,
): Promise<ProviderTemplate> {
  const answer = await graphCall(
    {
      method: "POST",
      path: `/v${version}/${accountOf(access)}/message_templates`,
      token: tokenOf(access),
      body: {
        name: draft.name,
        language: draft.language,
        category: draft.category.toUpperCase(),
        parameter_format: draft.parameterFormat.toUpperCase(),
        components: draft.components,
      },
    },
    http,
  );
  const body = { ...draft, parameter_format: draft.parameterFormat, ...asObject(answer), components: draft.components };
  const made = templateOf({
    ...body,
    status: textAt(answer, "status") ?? "PENDING",
    category: textAt(answer, "category") ?? draft.category,
  });
  if (made === undefined) throw refusal("The platform accepted the template but returned no id. Sync the templates.");
  return withTexts(version, made, access, http);
}

/** Submits a template for review again. The platform only confirms receipt. */
export async function editTemplate(
  version: string,
  edit: Parameters<NonNullable<ChannelConnector["editTemplate"]>>[0],
  access: ChannelAccess,
  http: PlatformHttp,
): Promise<ProviderTemplate> {
  const { providerTemplateId, change, draft } = edit;
  const path = `/v${version}/${encodeURIComponent(providerTemplateId)}`;
  const body = compact({ category: change.category?.toUpperCase(), components: change.components });
  const answer = await graphCall({ method: "POST", path, token: tokenOf(access), body }, http);
  if (own(answer, "success") !== true) throw refusal("The platform's response cannot be read. Sync the templates.");
  const edited = templateOf({ ...draft, id: providerTemplateId, parameter_format: draft.parameterFormat, status: "PENDING" });
  if (edited === undefined) throw new Error("an edited template without id, name or language");
  return withTexts(version, edited, access, http);
}

/**
 * The platform writes an authentication template's texts, including its variable, and without them nothing can be sent. If they cannot be
 * read now, the template exists nevertheless, and a sync gets its texts.
 */
async function withTexts(version: string, made: ProviderTemplate, access: ChannelAccess, http: PlatformHttp): Promise<ProviderTemplate> {
  if (made.category.toUpperCase() !== "AUTHENTICATION") return made;
  const path = `/v${version}/${encodeURIComponent(made.providerTemplateId)}?fields=${FIELDS}`;
  try {
    const read = templateOf(await graphCall({ method: "GET", path, token: tokenOf(access) }, http));
    return read === undefined ? made : { ...made, components: read.components, variables: read.variables };
  } catch (error) {
    if (providerErrorOf(error) === undefined) throw error;
    return made;
  }
}

/** Deletes one language of a template: by name alone, the platform would delete all of them. */
export async function deleteTemplate(
  version: string,
  template: { name: string; providerTemplateId: string },
  access: ChannelAccess,
  http: PlatformHttp,
): Promise<void> {
  const query = new URLSearchParams({ name: template.name, hsm_id: template.providerTemplateId });
  const path = `/v${version}/${accountOf(access)}/message_templates?${query}`;
  await graphCall({ method: "DELETE", path, token: tokenOf(access) }, http);
}

function accountOf(access: ChannelAccess): string {
  const account = idAt(access.config, "businessAccountId", 200);
  if (account === undefined) throw new Error("the channel has no businessAccountId");
  return encodeURIComponent(account);
}

function templateOf(element: unknown): ProviderTemplate | undefined {
  const providerTemplateId = idAt(element, "id", 200);
  const name = textAt(element, "name");
  const language = textAt(element, "language");
  if (providerTemplateId === undefined || name === undefined || language === undefined) return undefined;
  const components = listAt(element, "components");
  const variables = templateParts(components).body?.variables ?? [];
  const reason = textAt(element, "rejected_reason");
  const quality = own(element, "quality_score");
  return {
    providerTemplateId,
    name,
    language: templateLanguage(language),
    parameterFormat: formatOf(element, variables),
    variables,
    category: textAt(element, "category") ?? "",
    status: templateStatusOf(textAt(element, "status")) ?? "disabled",
    platformStatus: textAt(element, "status") ?? null,
    quality: textAt(quality, "score") ?? (typeof quality === "string" ? quality : null),
    rejectedReason: reason === undefined || reason === "NONE" ? null : reason,
    components,
  };
}

function formatOf(element: unknown, variables: string[]): "positional" | "named" {
  const value = textAt(element, "parameter_format")?.toUpperCase();
  if (value === "NAMED" || value === "POSITIONAL") return value === "NAMED" ? "named" : "positional";
  return variables.some((variable) => !/^\d+$/.test(variable)) ? "named" : "positional";
}
