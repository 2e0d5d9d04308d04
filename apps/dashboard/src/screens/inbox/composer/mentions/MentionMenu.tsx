import type { Agent } from "@parley/sdk";
import { useI18n } from "../../../../i18n/i18n.tsx";
import { Avatar } from "../../../../ui/Avatar.tsx";
import { TextMenuHead, TextMenuOption } from "../TextMenu.tsx";

interface Props {
  people: readonly Agent[];
  at: number;
  onChoose(person: Agent): void;
}

export const mentionMenuId = "mention-menu";
export const mentionOptionId = (person: Agent) => `mention-${person.id}`;

/** Above the text: the team. The focus stays in the text field. */
export function MentionMenu({ people, at, onChoose }: Props) {
  const { t } = useI18n();
  return (
    <div className="popover slash-menu">
      <TextMenuHead title={t("mention.title")} />
      <div id={mentionMenuId} role="listbox" aria-label={t("mention.title")}>
        {people.map((person, index) => (
          <TextMenuOption key={person.id} id={mentionOptionId(person)} isCurrent={index === at} onChoose={() => onChoose(person)}>
            <Avatar
              id={person.id}
              name={person.name}
              imageUrl={person.avatarUrl}
              size={20}
              presence={person.availability === "busy" ? "away" : person.availability}
            />
            <bdi className="cut min-w-0">{person.name}</bdi>
            <span className="cut ms-auto text-12 text-text-3">{t(`role.${person.role}`)}</span>
          </TextMenuOption>
        ))}
      </div>
    </div>
  );
}
