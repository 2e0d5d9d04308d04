import { useQueryClient } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { useOnce } from "../../api/attempts/once.ts";
import { ticketActivityQuery } from "../../api/ticket-activity.ts";
import { useDraft } from "../../api/inbox/useDraft.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { unlessChanged } from "../../parts/fields/typed-text.ts";
import { Button } from "../../ui/Button.tsx";
import { Form } from "../../ui/fields/Form.tsx";
import { TextArea } from "../../ui/fields/TextArea.tsx";

/** For the team only. The typed text is stored until it is sent. */
export function TicketComment({ ticketId }: { ticketId: string }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const once = useOnce();
  const [text, setText] = useDraft(`ticket/${ticketId}/comment`);
  async function send() {
    if (text.trim() === "") return;
    await once([ticketId, text], (options) => api.tickets.comments.create(ticketId, { text }, options));
    setText(unlessChanged(text, ""));
    await client.invalidateQueries({ queryKey: ticketActivityQuery(ticketId).queryKey });
  }
  return (
    <Form onSubmit={send} className="ticket-comment">
      <TextArea
        label={t("tickets.comment")}
        hideLabel
        name="text"
        rows={2}
        rowsMax={8}
        value={text}
        placeholder={t("tickets.comment.placeholder")}
        onChange={setText}
      />
      <Button type="submit" variant="primary" size="small" isDisabled={text.trim() === ""}>
        {t("tickets.comment")}
      </Button>
    </Form>
  );
}
