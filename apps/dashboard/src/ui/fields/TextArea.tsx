import { type Ref, useLayoutEffect, useRef } from "react";
import { TextArea as AriaTextArea, TextField as AriaTextField } from "react-aria-components/TextField";
import { classes } from "../lib/classes.ts";
import { part } from "../lib/part.ts";
import { FieldFrame, fieldProps, type FieldText } from "./FieldFrame.tsx";
import type { CommonTextProps } from "./TextField.tsx";

interface TextAreaProps extends CommonTextProps, FieldText {
  placeholder?: string;
  /** The minimum number of lines; it grows with the text, up to `rowsMax`. */
  rows?: number;
  rowsMax?: number;
  isCode?: boolean;
  className?: string;
  areaRef?: Ref<HTMLTextAreaElement>;
}

/** Multi-line text; grows while typing. */
export function TextArea(props: TextAreaProps) {
  const { label, hideLabel, hint, error, isOptional, placeholder, rows = 3, rowsMax = 12, isCode, className, areaRef, ...rest } = props;
  return (
    <AriaTextField {...rest} {...fieldProps(props)} className={classes("field", className)}>
      <FieldFrame label={label} {...part({ hideLabel, hint, error, isOptional })}>
        <GrowingArea rows={rows} rowsMax={rowsMax} {...part({ placeholder, isCode, areaRef })} />
      </FieldFrame>
    </AriaTextField>
  );
}

interface GrowingProps {
  rows: number;
  rowsMax: number;
  placeholder?: string;
  isCode?: boolean;
  areaRef?: Ref<HTMLTextAreaElement>;
}

function GrowingArea({ rows, rowsMax, placeholder, isCode = false, areaRef }: GrowingProps) {
  const own = useRef<HTMLTextAreaElement>(null);
  // After every render, because the value may also have been set from outside; onInput handles typing without a render.
  useLayoutEffect(() => {
    if (own.current !== null) grow(own.current, rowsMax);
  });
  return (
    <AriaTextArea
      className={classes("input scroll", isCode && "mono ltr-input")}
      rows={rows}
      dir={isCode ? "ltr" : "auto"}
      onInput={(event) => grow(event.currentTarget, rowsMax)}
      ref={(element: HTMLTextAreaElement | null) => {
        own.current = element;
        if (typeof areaRef === "function") areaRef(element);
        else if (areaRef != null) areaRef.current = element;
      }}
      {...part({ placeholder })}
    />
  );
}

function grow(area: HTMLTextAreaElement, rowsMax: number): void {
  const style = getComputedStyle(area);
  const around = area.offsetHeight - area.clientHeight;
  const max =
    Number.parseFloat(style.lineHeight) * rowsMax + Number.parseFloat(style.paddingBlockStart) + Number.parseFloat(style.paddingBlockEnd);
  area.style.blockSize = "auto";
  const wanted = Math.min(area.scrollHeight, max) + around;
  area.style.blockSize = `${wanted}px`;
}
