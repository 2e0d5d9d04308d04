import { type DragEvent, type ReactNode, useState } from "react";
import { FileTrigger } from "react-aria-components/FileTrigger";
import { Button, type ButtonProps } from "../Button.tsx";
import { classes } from "../lib/classes.ts";
import { useI18n } from "../../i18n/i18n.tsx";

interface FileChoice {
  onFiles: (files: File[]) => void;
  /** MIME types or file extensions; the server decides. */
  accept?: readonly string[];
  multiple?: boolean;
}

/** A button that opens the file dialog. */
export function FileButton({ onFiles, accept, multiple = false, ...button }: FileChoice & ButtonProps) {
  return (
    <FileTrigger
      allowsMultiple={multiple}
      {...(accept === undefined ? {} : { acceptedFileTypes: accept })}
      onSelect={(files) => {
        if (files !== null && files.length > 0) onFiles([...files]);
      }}
    >
      <Button {...button} />
    </FileTrigger>
  );
}

interface DropZoneProps extends FileChoice {
  label: string;
  isDisabled?: boolean;
  /** The content below it; without it there is a box with a button. */
  children?: ReactNode;
  hint?: ReactNode;
  className?: string;
}

/**
 * An area where files can be dropped; into the box they can also be pasted while its button has the focus. For keyboard users, a
 * `FileButton` does the same.
 */
export function DropZone({ label, onFiles, accept, multiple = true, isDisabled = false, children, hint, className }: DropZoneProps) {
  const { t } = useI18n();
  const [isTarget, setTarget] = useState(false);
  const isBox = children === undefined;
  const take = (files: FileList) => {
    if (files.length > 0) onFiles(multiple ? [...files] : [...files].slice(0, 1));
  };
  // A dragged text or link is ignored.
  const carriesFiles = (event: DragEvent) => !isDisabled && event.dataTransfer.types.includes("Files");
  return (
    <div
      role="group"
      aria-label={label}
      className={classes(isBox ? "drop-box" : "drop-over", className)}
      data-drop-target={isTarget || undefined}
      data-disabled={isDisabled || undefined}
      onDragEnter={(event) => {
        if (carriesFiles(event)) setTarget(true);
      }}
      onDragOver={(event) => {
        if (!carriesFiles(event)) return;
        // Otherwise the browser would navigate to the file.
        event.preventDefault();
        event.dataTransfer.dropEffect = "copy";
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setTarget(false);
      }}
      onDrop={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setTarget(false);
        take(event.dataTransfer.files);
      }}
      onPaste={(event) => {
        if (!isBox || isDisabled || event.clipboardData.files.length === 0) return;
        event.preventDefault();
        take(event.clipboardData.files);
      }}
    >
      {children ?? (
        <>
          <FileButton onFiles={onFiles} multiple={multiple} isDisabled={isDisabled} {...(accept === undefined ? {} : { accept })}>
            {t("ui.chooseFile")}
          </FileButton>
          <span className="hint">{hint ?? t("ui.orDrop")}</span>
        </>
      )}
      {!isBox && isTarget && <span className="drop-veil">{label}</span>}
    </div>
  );
}
