import { ExternalLink, LayoutTemplate, List, MapPin, UserRound } from "lucide-react";
import type { ContactContent, InteractiveContent, LocationContent, Message, TemplateContent } from "@parley/sdk";
import { useState } from "react";
import { useI18n } from "../../../../i18n/i18n.tsx";
import { RichText } from "../RichText.tsx";

/** The content of these message types besides or instead of a text; null: none. */
export function ContentBody({ message }: { message: Message }) {
  const { content } = message;
  if (content === null) return null;
  switch (message.type) {
    case "location":
      return <LocationBody content={content as LocationContent} />;
    case "contact":
      return <ContactBody content={content as ContactContent} />;
    case "interactive":
      return "kind" in content ? <Choices content={content as InteractiveContent} /> : null;
    default:
      return null;
  }
}

function LocationBody({ content: { latitude, longitude, name, address } }: { content: LocationContent }) {
  const { t } = useI18n();
  const place = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
  return (
    <a
      className="document"
      href={`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`}
      target="_blank"
      rel="noopener noreferrer"
    >
      <span className="document-glyph info">
        <MapPin className="icon" aria-hidden />
      </span>
      <span className="min-w-0">
        <span className="block" dir="auto">
          {name ?? t("message.location")}
        </span>
        <span className="text-12 text-text-2" dir="auto">
          {address ?? <bdi dir="ltr">{place}</bdi>}
        </span>
      </span>
    </a>
  );
}

function ContactBody({ content }: { content: ContactContent }) {
  const { t } = useI18n();
  // A card of a customer may lack everything.
  return (content.contacts as Partial<ContactContent["contacts"][number]>[]).map((card, index) => {
    const address = card.phones?.[0]?.phone ?? card.emails?.[0]?.email;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a message's cards never change their order
      <div className="document" key={index}>
        <span className="document-glyph info">
          <UserRound className="icon" aria-hidden />
        </span>
        <span className="min-w-0">
          <span className="block" dir="auto">
            {card.name?.formattedName ?? card.name?.firstName ?? t("message.contact")}
          </span>
          {address !== undefined && (
            <bdi className="text-12 text-text-2" dir="ltr">
              {address}
            </bdi>
          )}
        </span>
      </div>
    );
  });
}

/** What we offered: buttons, a list behind a button, a link. */
function Choices({ content }: { content: InteractiveContent }) {
  const [open, setOpen] = useState(false);
  switch (content.kind) {
    case "buttons":
      return content.buttons.map(({ id, title }) => (
        <span className="bubble-button" key={id}>
          <bdi>{title}</bdi>
        </span>
      ));
    case "url":
      return (
        <a className="bubble-button" href={content.url} target="_blank" rel="noopener noreferrer">
          <ExternalLink className="icon icon-12" aria-hidden />
          <bdi>{content.title}</bdi>
        </a>
      );
    case "list":
      return (
        <>
          <button type="button" className="bubble-button" aria-expanded={open} onClick={() => setOpen(!open)}>
            <List className="icon icon-14" aria-hidden />
            <bdi>{content.button}</bdi>
          </button>
          {open && (
            <ul className="choices">
              {content.sections.flatMap(({ rows }) =>
                rows.map(({ id, title, description }) => (
                  <li key={id} dir="auto">
                    {title}
                    {description !== undefined && <span className="block text-12 text-text-2">{description}</span>}
                  </li>
                )),
              )}
            </ul>
          )}
        </>
      );
  }
}

/** Above a template's text: its name and language. */
export function TemplateHead({ content }: { content: TemplateContent }) {
  const { t } = useI18n();
  return (
    <span className="template-head">
      <LayoutTemplate className="icon icon-12" aria-hidden />
      <bdi>{t("message.template.head", { name: content.name, language: content.language })}</bdi>
    </span>
  );
}

/** Header and footer around an interactive text. */
export function InteractiveText({ message }: { message: Message }) {
  const content = message.content as Partial<{ header: string; footer: string }> | null;
  return (
    <>
      {content?.header !== undefined && (
        <b className="block" dir="auto">
          {content.header}
        </b>
      )}
      {message.text !== null && (
        <span dir="auto">
          <RichText text={message.text} />
        </span>
      )}
      {content?.footer !== undefined && (
        <span className="block text-12 text-text-2" dir="auto">
          {content.footer}
        </span>
      )}
    </>
  );
}
