import { type ErrorDetail, isApiError } from "@parley/sdk";
import { type FormEvent, type ReactNode, type Ref, useEffect, useRef, useState } from "react";
import { Form as AriaForm } from "react-aria-components/Form";
import { type I18n, useI18n } from "../../i18n/i18n.tsx";
import { classes } from "../lib/classes.ts";
import { errorText, serverText } from "../lib/error-text.ts";
import { Notice } from "../feedback/Notice.tsx";
import { FormErrors } from "./formErrors.ts";
import { FormPending } from "./formPending.ts";
import { issueText } from "./issues.ts";

interface FormProps {
  /** Submits it. Errors that it throws are shown: `details` at the fields with these names, everything else above the buttons. */
  onSubmit: (values: FormData) => Promise<unknown>;
  children: ReactNode;
  label?: string;
  id?: string;
  className?: string;
  ref?: Ref<HTMLFormElement>;
}

const none = {};

interface Failure {
  /** By the field's name in the API (`steps[0].name`). */
  fields: Record<string, string[]>;
  message: string | null;
  reference: string | null;
}

/** A form that keeps the entered values and shows the server's errors field by field. Its submit button shows that it is being sent. */
export function Form({ onSubmit, children, label, id, className, ref }: FormProps) {
  const i18n = useI18n();
  const own = useRef<HTMLFormElement>(null);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    // React would reset the fields of a form with an action.
    event.preventDefault();
    event.stopPropagation();
    if (pending) return;
    const form = event.currentTarget;
    setPending(true);
    setFailure(null);
    try {
      await onSubmit(new FormData(form));
    } catch (error) {
      setFailure(failureOf(error, form, i18n));
    } finally {
      setPending(false);
    }
  }

  useEffect(() => {
    if (failure === null) return;
    own.current?.querySelector<HTMLElement>("[aria-invalid=true], [data-invalid] button, [data-invalid] input")?.focus();
  }, [failure]);

  return (
    <AriaForm
      className={classes("form", className)}
      // Errors come from the server, in our texts; the browser's own would be in its language and prevent submission.
      validationBehavior="aria"
      onSubmit={submit}
      {...(failure === null ? {} : { validationErrors: failure.fields })}
      {...(label === undefined ? {} : { "aria-label": label })}
      {...(id === undefined ? {} : { id })}
      ref={(element: HTMLFormElement | null) => {
        own.current = element;
        if (typeof ref === "function") ref(element);
        else if (ref != null) ref.current = element;
      }}
    >
      {failure?.message != null && (
        <Notice tone="bad" role="alert">
          {failure.message}
          {failure.reference !== null && (
            <span className="block text-12">{i18n.t("error.reference", { reference: failure.reference })}</span>
          )}
        </Notice>
      )}
      <FormErrors value={failure?.fields ?? none}>
        <FormPending value={pending}>{children}</FormPending>
      </FormErrors>
    </AriaForm>
  );
}

/** The field with that name; for an entry of a list (`words[2]`) without one, the list's. */
function fieldOf({ field }: ErrorDetail, form: HTMLFormElement): string | undefined {
  return [field, field.replace(/\[\d+\]$/, "")].find((name) => form.elements.namedItem(name) !== null);
}

function failureOf(error: unknown, form: HTMLFormElement, i18n: I18n): Failure {
  if (isApiError(error)) {
    const fields: Record<string, string[]> = {};
    const others: ErrorDetail[] = [];
    for (const detail of error.details) {
      const name = fieldOf(detail, form);
      if (name === undefined) others.push(detail);
      else (fields[name] ??= []).push(issueText(detail, i18n));
    }
    const shownAtFields = error.details.length > 0 && others.length === 0;
    // A platform's refusal is not our error: its reason is for the person who filled in the form.
    const isOurs = error.status >= 500 && error.code !== "provider_error";
    const message = isOurs
      ? i18n.t("error.unexpected")
      : [
          serverText(error),
          ...others.map((detail) => i18n.t("ui.form.other", { field: detail.field, issue: issueText(detail, i18n) })),
        ].join(" ");
    return { fields, message: shownAtFields ? null : message, reference: isOurs ? error.reference : null };
  }
  return { fields: {}, message: errorText(error, i18n), reference: null };
}
