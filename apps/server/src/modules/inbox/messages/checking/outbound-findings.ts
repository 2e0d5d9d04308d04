import { AppError, type ErrorDetail } from "#platform/errors/app-error.ts";
import type { Issue } from "#platform/errors/catalog.ts";

/** What is to be said against one message, all of it at once. */
export class Findings {
  readonly #wrong: ErrorDetail[] = [];
  readonly #beyond: (ErrorDetail & { remedy: string })[] = [];

  /** No channel would take it. */
  wrong(field: string, issue: Issue): void {
    this.#wrong.push({ field, issue });
  }

  /** This channel does not. `remedy`: what it takes instead, as a sentence. */
  beyond(field: string, issue: Issue, remedy: string): void {
    this.#beyond.push({ field, issue, remedy });
  }

  /** A text: blank is as good as empty, which no platform takes; and it may be longer than the channel takes, if that has a bound. */
  fits(field: string, value: string | undefined, max: number | undefined): void {
    if (value === undefined) return;
    if (value.trim() === "") return this.wrong(field, "too_short");
    if (max === undefined || !isLonger(value, max)) return;
    this.beyond(field, "too_long", `This channel allows at most ${max} characters here.`);
  }

  has(field: string): boolean {
    return this.#wrong.some((found) => found.field === field) || this.#beyond.some((found) => found.field === field);
  }

  /** validation_error before unsupported_by_channel: what is wrong in itself would be so on another channel as well. */
  throwAny(): void {
    if (this.#wrong.length > 0) throw new AppError("validation_error", { details: this.#wrong });
    if (this.#beyond.length === 0) return;
    throw new AppError("unsupported_by_channel", {
      message: this.#beyond.map(({ field, remedy }) => `${field}: ${remedy}`).join(" "),
      details: this.#beyond.map(({ field, issue }) => ({ field, issue })),
    });
  }
}

/** In characters as people count code points; the cheap comparison first. */
export function isLonger(text: string, max: number): boolean {
  return text.length > max && [...text].length > max;
}
