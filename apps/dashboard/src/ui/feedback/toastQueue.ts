/** Temporary messages: at most three at a time, each for six seconds; errors stay until they are closed. */
export interface ToastOptions {
  text: string;
  /** The text is in any language, such as a message. */
  dir?: "auto";
  tone?: "plain" | "ok" | "bad";
  action?: { label: string; keys?: string; run: () => void };
  /** `SVC-…`, for support requests. */
  reference?: string | null;
  /** Stays until it is closed, as errors do by default. */
  stays?: boolean;
  /** Another toast with this id replaces it. */
  id?: string;
}

export interface ShownToast extends ToastOptions {
  id: string;
  tone: "plain" | "ok" | "bad";
}

export const toastMs = 6_000;
export const toastsMax = 3;

export class ToastQueue {
  #shown: readonly ShownToast[] = [];
  #listeners = new Set<() => void>();
  #made = 0;

  /** Shows it; the returned function removes it. */
  show(options: ToastOptions): () => void {
    const id = options.id ?? `toast-${++this.#made}`;
    const toast: ShownToast = { ...options, id, tone: options.tone ?? "plain" };
    const others = this.#shown.filter((each) => each.id !== id);
    this.#change([...others, toast].slice(-toastsMax));
    return () => this.close(id);
  }

  close(id: string): void {
    if (this.#shown.some((each) => each.id === id)) this.#change(this.#shown.filter((each) => each.id !== id));
  }

  clear(): void {
    this.#change([]);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  shown = (): readonly ShownToast[] => this.#shown;

  #change(shown: readonly ShownToast[]): void {
    this.#shown = shown;
    for (const listener of this.#listeners) listener();
  }
}
