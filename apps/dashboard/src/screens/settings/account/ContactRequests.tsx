import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Download, Eraser } from "lucide-react";
import { useRef, useState } from "react";
import type { PrivacyRequest } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { privacyRequestsQuery } from "../../../api/settings/privacy.ts";
import { contacts } from "../../../api/resources.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { contactName } from "../../../parts/contact-name.ts";
import { showFailure } from "../../../parts/show-failure.ts";
import { Button } from "../../../ui/Button.tsx";
import { ComboBox } from "../../../ui/fields/ComboBox.tsx";
import { ConfirmDialog } from "../../../ui/overlays/Dialog.tsx";
import { FileRow } from "./FileRow.tsx";

interface Chosen {
  id: string;
  name: string;
}

/** Customers' requests: an export of their data, or its erasure. */
export function ContactRequests() {
  const i18n = useI18n();
  const { t } = i18n;
  const client = useQueryClient();
  const { data } = useQuery({ ...privacyRequestsQuery(), throwOnError: false });
  const [chosen, setChosen] = useState<Chosen | null>(null);
  /** An erased name must not stay in the field, so the field is remounted. */
  const [erased, setErased] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const [erasing, setErasing] = useState(false);
  const unnamed = t("contact.unnamed");
  const refresh = () => client.invalidateQueries({ queryKey: privacyRequestsQuery().queryKey });
  async function makeFile(id: string) {
    try {
      await api.contacts.export(id);
    } catch (error) {
      showFailure(error, i18n);
    }
    await refresh();
  }
  return (
    <section className="grid gap-3" aria-label={t("privacy.requests")}>
      <h2 className="text-16" tabIndex={-1} ref={heading}>
        {t("privacy.requests")}
      </h2>
      <p className="text-text-2">{t("privacy.requests.text")}</p>
      <div className="flex flex-wrap items-end gap-2">
        <ComboBox
          key={erased}
          label={t("privacy.contact")}
          className="grow"
          value={chosen?.id ?? null}
          load={async (q, signal) => {
            const page = await api.contacts.list({ ...(q.trim() === "" ? {} : { q }), limit: 20 }, { signal }).page();
            return page.data.map((contact) => ({ id: contact.id, name: contactName(contact, unnamed) }));
          }}
          onChange={(_, option) => setChosen(option)}
        />
        <Button icon={Download} isDisabled={chosen === null} onPress={() => chosen !== null && void makeFile(chosen.id)}>
          {t("privacy.export")}
        </Button>
        <Button icon={Eraser} variant="danger" isDisabled={chosen === null} onPress={() => setErasing(true)}>
          {t("privacy.erase")}
        </Button>
      </div>
      {data !== undefined && data.data.length > 0 && (
        <ul aria-label={t("privacy.requests")}>
          {data.data.map((request) => (
            <FileRow
              key={request.id}
              title={t(request.kind === "contact_export" ? "privacy.exportOf" : "privacy.erasureOf", { id: request.contactId })}
              file={request}
              detail={request.kind === "contact_erasure" ? t("privacy.removed", { n: removedCount(request) }) : undefined}
            />
          ))}
        </ul>
      )}
      {erasing && chosen !== null && (
        <ConfirmDialog
          title={t("privacy.eraseTitle", { name: chosen.name })}
          isOpen
          isDanger
          confirmLabel={t("privacy.erase")}
          onOpenChange={setErasing}
          onConfirm={async () => {
            await api.contacts.erase(chosen.id, { confirm: "erase" });
            setErasing(false);
            setChosen(null);
            setErased(erased + 1);
            contacts.invalidate(client, chosen.id);
            await refresh();
            // The selection was cleared, so the button cannot get the focus back.
            heading.current?.focus();
          }}
        >
          {t("privacy.erase.text")}
        </ConfirmDialog>
      )}
    </section>
  );
}

function removedCount({ removed }: PrivacyRequest): number {
  return Object.values(removed).reduce((sum, { deleted = 0, blanked = 0 }) => sum + deleted + blanked, 0);
}
