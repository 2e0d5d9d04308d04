import { AppError, type ErrorDetail } from "#platform/errors/app-error.ts";
import type { Issue } from "#platform/errors/catalog.ts";

/** Collects everything that is wrong with one message. */
export class Findings {
  readonly #wrong: ErrorDetail[] = [];
  readonly #beyond: (ErrorDetail & { remedy: string })[] = [];

  /** No channel would take it. */
  wrong(field: string, issue: Issue): void {
    this.#wrong.push({ field, issue });
  }

  /** This channel does not take it. `remedy`: what it takes instead, as a sentence. */
  beyond(field: string, issue: Issue, remedy: string): void {
    this.#beyond.push({ field, issue, remedy });
  }

  /**
   * Checks a text: a blank one counts as empty, which no platform takes, and it may be longer than the channel allows.
   */
  fits(field: string, value: string | undefined, max: number | undefined): void {
    if (value === undefined) return;
    if (value.trim() === "") return this.wrong(field, "too_short");
    if (max === undefined || !isLonger(value, max)) return;
    this.beyond(field, "too_long", `This channel allows at most ${max} characters here.`);
  }

  has(field: string): boolean {
    return this.#wrong.some((found) => found.field === field) || this.#beyond.some((found) => found.field === field);
  }

  /**
   * validation_error comes before unsupported_by_channel: what is wrong in itself would be wrong on another channel as
   * well.
   */
  throwAny(): void {
    if (this.#wrong.length > 0) throw new AppError("validation_error", { details: this.#wrong });
    if (this.#beyond.length === 0) return;
    throw new AppError("unsupported_by_channel", {
      message: this.#beyond.map(({ field, remedy }) => `${field}: ${remedy}`).join(" "),
      details: this.#beyond.map(({ field, issue }) => ({ field, issue })),
    });
  }
}

/** Counts code points. The cheap comparison comes first. */
export function isLonger(text: string, max: number): boolean {
  return text.length > max && [...text].length > max;
}
