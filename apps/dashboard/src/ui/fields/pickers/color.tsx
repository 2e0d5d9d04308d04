import "../../../styles/pickers.css";
import { useState } from "react";
import { ColorArea, ColorThumb } from "react-aria-components/ColorArea";
import { ColorPicker, parseColor } from "react-aria-components/ColorPicker";
import { ColorSlider, SliderTrack } from "react-aria-components/ColorSlider";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "react-aria-components/Button";
import { Popover } from "../../overlays/Popover.tsx";
import type { FieldText } from "../FieldFrame.tsx";
import { TextField } from "../TextField.tsx";
import { part } from "../../lib/part.ts";

export interface ColorProps extends FieldText {
  /** `#rrggbb` */
  value: string | null;
  onChange: (hex: string) => void;
  name?: string;
  isDisabled?: boolean;
  isReadOnly?: boolean;
}

const hexPattern = /^#[0-9a-f]{6}$/i;

/** A field for a hexadecimal colour, with a colour picker behind its swatch. */
export function ColorField({ value, onChange, isReadOnly, isDisabled, ...field }: ColorProps) {
  const { t } = useI18n();
  // The typed text is not a colour yet.
  const [typed, setTyped] = useState<string | null>(null);
  // dashboard-rules: a value to choose from, not a colour of the page
  const color = value !== null && hexPattern.test(value) ? value : "#000000";
  return (
    <TextField
      {...field}
      {...part({ isReadOnly, isDisabled })}
      isCode
      value={typed ?? value ?? ""}
      onChange={(text) => {
        const hex = text.startsWith("#") ? text : `#${text}`;
        if (hexPattern.test(hex)) {
          setTyped(null);
          onChange(hex.toLowerCase());
        } else setTyped(text);
      }}
      onBlur={() => setTyped(null)}
      end={
        <Popover
          label={t("ui.color")}
          placement="bottom end"
          trigger={
            <Button className="swatch" aria-label={t("ui.color.open", { color })} isDisabled={isDisabled === true || isReadOnly === true}>
              <span style={{ background: color }} />
            </Button>
          }
        >
          <ColorPicker value={parseColor(color).toFormat("hsb")} onChange={(chosen) => onChange(chosen.toString("hex").toLowerCase())}>
            <div className="grid gap-3">
              <ColorArea
                colorSpace="hsb"
                xChannel="saturation"
                yChannel="brightness"
                className="color-area"
                aria-label={t("ui.color.area")}
              >
                <ColorThumb className="color-thumb" />
              </ColorArea>
              <ColorSlider channel="hue" colorSpace="hsb" className="color-slider" aria-label={t("ui.color.hue")}>
                <SliderTrack className="color-track">
                  <ColorThumb className="color-thumb" />
                </SliderTrack>
              </ColorSlider>
            </div>
          </ColorPicker>
        </Popover>
      }
    />
  );
}
