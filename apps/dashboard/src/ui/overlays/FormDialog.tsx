import { type ReactNode, useRef } from "react";
import { Form } from "../fields/Form.tsx";
import { Dialog, DialogContent, type DialogProps, FormFooter } from "./Dialog.tsx";

interface Props extends Pick<DialogProps, "title" | "size"> {
  /** A verb: "Create contact". */
  verb: string;
  /** Nothing to submit yet. */
  isDisabled?: boolean;
  /** An error that it throws is shown in the form, which stays open. */
  onSubmit: () => Promise<unknown>;
  onClose(): void;
  /** Fields, one below the other. */
  children: ReactNode;
}

/** A short form that is open while it is mounted, for creating or changing a record. */
export function FormDialog({ title, size = "medium", verb, isDisabled = false, onSubmit, onClose, children }: Props) {
  return (
    <Dialog title={title} size={size} isOpen onOpenChange={(open) => !open && onClose()}>
      <Form onSubmit={onSubmit}>
        <DialogContent>
          <div className="grid gap-3">{children}</div>
        </DialogContent>
        <FormFooter verb={verb} isDisabled={isDisabled} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

/**
 * What an edit sends: the fields of a form's body whose values differ from those of the first rendering, when the form was opened; null if
 * none does. What a colleague has changed meanwhile in the other fields stays. Each value counts as a whole. A form that stays open after
 * saving uses `useEdits`. Here because every form that uses it loads this file: a file of its own would be in the first load.
 */
export function useChangesSinceOpened<Body extends object>(body: Body): Partial<Body> | null {
  const opened = useRef(body).current;
  const changed = (Object.keys(body) as (keyof Body)[]).filter((name) => JSON.stringify(body[name]) !== JSON.stringify(opened[name]));
  return changed.length === 0 ? null : (Object.fromEntries(changed.map((name) => [name, body[name]])) as Partial<Body>);
}
