import type { Ids } from "../ids.ts";

export interface TemplateComponent {
  type: string;
  format?: string;
  text?: string;
  buttons?: { type: string; text?: string; url?: string }[];
  [other: string]: unknown;
}

export interface TemplateInput {
  name: string;
  language: string;
  /** Default APPROVED. */
  status?: string;
  /** Default UTILITY. */
  category?: string;
  parameterFormat?: "POSITIONAL" | "NAMED";
  /** Default: a body without variables. */
  components?: TemplateComponent[];
}

export interface Template {
  id: string;
  name: string;
  language: string;
  status: string;
  category: string;
  parameterFormat: "POSITIONAL" | "NAMED";
  components: TemplateComponent[];
}

/** The templates of one account, by name and language, in the order of creation. */
export class TemplateStore {
  readonly #byKey = new Map<string, Template>();
  /** Once an account has had a template, sends must name a known one; before that, every name is accepted. */
  used = false;

  put(input: TemplateInput, ids: Ids): Template {
    this.used = true;
    const template: Template = {
      id: this.find(input.name, input.language)?.id ?? ids.number(),
      name: input.name,
      language: input.language,
      status: input.status ?? "APPROVED",
      category: (input.category ?? "UTILITY").toUpperCase(),
      parameterFormat: input.parameterFormat ?? "POSITIONAL",
      components: input.components ?? [{ type: "BODY", text: "Hello" }],
    };
    this.#byKey.set(`${template.name} ${template.language}`, template);
    return template;
  }

  find(name: string, language: string): Template | undefined {
    return this.#byKey.get(`${name} ${language}`);
  }

  byId(id: string): Template | undefined {
    for (const template of this.#byKey.values()) if (template.id === id) return template;
    return undefined;
  }

  all(): Template[] {
    return [...this.#byKey.values()];
  }

  /** By name (all languages), or one by id. False when there was none. */
  delete(name: string, id: string | null): boolean {
    let found = false;
    for (const [key, template] of this.#byKey) {
      if (template.name !== name || (id !== null && template.id !== id)) continue;
      this.#byKey.delete(key);
      found = true;
    }
    return found;
  }
}

/** As the platform shows it, with types in upper case however they were given. */
export function templateJson(template: Template): Record<string, unknown> {
  return {
    name: template.name,
    parameter_format: template.parameterFormat,
    components: template.components.map((component) => ({ ...component, type: component.type.toUpperCase() })),
    language: template.language,
    status: template.status,
    category: template.category,
    quality_score: { score: "UNKNOWN" },
    ...(template.status === "REJECTED" ? { rejected_reason: "INVALID_FORMAT" } : {}),
    id: template.id,
  };
}

const VARIABLE = /\{\{\s*([a-zA-Z0-9_]+)\s*\}\}/g;

/** Distinct variable names of a text, in order of first use. */
export function variablesOf(text: string | undefined): string[] {
  if (!text) return [];
  return [...new Set(Array.from(text.matchAll(VARIABLE), (match) => match[1] as string))];
}
