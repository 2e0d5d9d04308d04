import type { ReactNode } from "react";
import { DropZone as AriaDropZone } from "react-aria-components/DropZone";
import { FileTrigger } from "react-aria-components/FileTrigger";
import { Button, type ButtonProps } from "../Button.tsx";
import { classes } from "../classes.ts";
import { useI18n } from "../../i18n/i18n.tsx";

interface FileChoice {
  onFiles: (files: File[]) => void;
  /** MIME types or endings; the server judges in the end. */
  accept?: readonly string[];
  multiple?: boolean;
}

/** A button that asks for files. */
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
  /** What lies under it; without it there is a box with a button. */
  children?: ReactNode;
  hint?: ReactNode;
  className?: string;
}

/** Where files may be dropped and pasted. */
export function DropZone({ label, onFiles, accept, multiple = true, isDisabled = false, children, hint, className }: DropZoneProps) {
  const { t } = useI18n();
  return (
    <AriaDropZone
      aria-label={label}
      className={classes(children === undefined ? "drop-box" : "drop-over", className)}
      isDisabled={isDisabled}
      // Only files are taken; which kinds, the server says with a reason.
      getDropOperation={(types, allowed) => (types.has("Files") || allowed.includes("copy") ? "copy" : "cancel")}
      onDrop={async (event) => {
        const dropped = await Promise.all(event.items.map((item) => (item.kind === "file" ? item.getFile() : null)));
        const files = dropped.filter((file) => file !== null);
        if (files.length > 0) onFiles(multiple ? files : files.slice(0, 1));
      }}
    >
      {({ isDropTarget }) => (
        <>
          {children ?? (
            <>
              <FileButton onFiles={onFiles} multiple={multiple} isDisabled={isDisabled} {...(accept === undefined ? {} : { accept })}>
                {t("ui.chooseFile")}
              </FileButton>
              <span className="hint">{hint ?? t("ui.orDrop")}</span>
            </>
          )}
          {children !== undefined && isDropTarget && <span className="drop-veil">{label}</span>}
        </>
      )}
    </AriaDropZone>
  );
}
