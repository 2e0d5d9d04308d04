import "../../styles/screens/inbox/thread.css";
import "../../styles/screens/inbox/composer.css";
import { Copy, CornerUpLeft, ExternalLink, File, Image, type LucideIcon, MapPin, Phone, Video } from "lucide-react";
import type { Template } from "@parley/sdk";
import { useI18n } from "../../i18n/i18n.tsx";
import { pieces, templateParts } from "./template-text.ts";

type Values = Readonly<Record<string, string>>;

interface Props {
  template: Pick<Template, "components">;
  values: Values;
  /** What stands for a variable of the body while it has no value. Not given: its own name. */
  names?: Values;
  /** For the header, which has variables of its own. */
  headerValues?: Values;
  /** For a header that is a location. */
  place?: { name: string; address: string };
}

const media = { IMAGE: Image, VIDEO: Video, DOCUMENT: File, LOCATION: MapPin } as const;
const buttonIcons: Readonly<Record<string, LucideIcon>> = { QUICK_REPLY: CornerUpLeft, PHONE_NUMBER: Phone, COPY_CODE: Copy };

/** A template as the customer receives it; variables without a value show their names. */
export function TemplateBubble({ template, values, names = {}, headerValues = {}, place }: Props) {
  const { t } = useI18n();
  const parts = templateParts(template);
  const above = parts.mediaHeader ?? (parts.hasLocation ? "LOCATION" : null);
  const MediaIcon = above === null ? null : media[above];
  return (
    <div className="message out template-preview">
      <div className="bubble" dir="auto">
        {above !== null && MediaIcon !== null && (
          <span className="template-media">
            <MediaIcon className="icon" aria-hidden />
            {above === "LOCATION" && place !== undefined && `${place.name}${place.address}`.trim() !== "" ? (
              <span className="min-w-0">
                <bdi className="block font-semibold">{place.name}</bdi>
                <bdi className="block">{place.address}</bdi>
              </span>
            ) : (
              t(`template.header.${above}`)
            )}
          </span>
        )}
        {parts.header !== null && (
          <b className="block">
            <Filled text={parts.header} values={headerValues} />
          </b>
        )}
        <span className="whitespace-pre-wrap">
          <Filled text={parts.body} values={values} names={names} />
        </span>
        {parts.footer !== null && <span className="block text-12 text-text-2">{parts.footer}</span>}
        {parts.buttons.map(({ type, text }, at) => {
          const Icon = buttonIcons[type.toUpperCase()] ?? ExternalLink;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a template's buttons do not move
            <span className="bubble-button" key={at}>
              <Icon className="icon icon-12" aria-hidden />
              {/* The platform writes it in the customer's language. */}
              {text === "" && type.toUpperCase() === "COPY_CODE" ? t("template.copyCode") : text}
            </span>
          );
        })}
      </div>
    </div>
  );
}

function Filled({ text, values, names = {} }: { text: string; values: Values; names?: Values }) {
  return pieces(text).map((piece, at) =>
    "text" in piece ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text do not move
      <span key={at}>{piece.text}</span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text do not move
      <mark key={at} className={values[piece.variable]?.trim() ? "filled" : "missing"}>
        <bdi>{values[piece.variable]?.trim() || (names[piece.variable] ?? piece.variable)}</bdi>
      </mark>
    ),
  );
}
