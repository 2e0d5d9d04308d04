import type { ContactCard, ContactContent } from "@parley/connector-kit";
import { type Json, compact } from "@parley/connector-kit/read";

/** Contact cards in the shape of the platform's `contacts` field. */
export function contactMessage(content: ContactContent): Json[] {
  return content.contacts.map((card) =>
    compact({
      name: nameOf(card.name),
      phones: card.phones?.map(({ phone, type, waId }) => compact({ phone, type, wa_id: waId })),
      emails: card.emails?.map(({ email, type }) => compact({ email, type })),
      urls: card.urls?.map(({ url, type }) => compact({ url, type })),
      org: card.org === undefined ? undefined : compact({ ...card.org }),
      birthday: card.birthday,
    }),
  );
}

/** The platform requires one part of the name besides the formatted one. */
function nameOf(name: ContactCard["name"]): Json {
  const parts = compact({
    first_name: name.firstName,
    last_name: name.lastName,
    middle_name: name.middleName,
    prefix: name.prefix,
    suffix: name.suffix,
  });
  return { formatted_name: name.formattedName, ...(Object.keys(parts).length > 0 ? parts : { first_name: name.formattedName }) };
}
