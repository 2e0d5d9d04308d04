import { AppError, type ErrorDetail } from "#platform/errors/app-error.ts";
import type { Issue } from "#platform/errors/catalog.ts";

/** Collects all problems of one message. */
export class Findings {
  readonly #wrong: ErrorDetail[] = [];
  readonly #beyond: (ErrorDetail & { remedy: string })[] = [];

  /** No channel would accept it. */
  wrong(field: string, issue: Issue): void {
    this.#wrong.push({ field, issue });
  }

  /** This channel does not accept it. `remedy`: what it accepts instead, as a sentence. */
  beyond(field: string, issue: Issue, remedy: string): void {
    this.#beyond.push({ field, issue, remedy });
  }

  /**
   * Checks a text: a blank one counts as empty, which no platform accepts, and it must not exceed the channel's limit.
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
   * validation_error takes precedence over unsupported_by_channel: a message that is wrong in itself would be wrong on
   * any channel.
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
