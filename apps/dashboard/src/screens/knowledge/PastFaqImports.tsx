import type { FaqImport } from "@parley/sdk";
import { pastFaqImportsQuery } from "../../api/contacts/past-transfers.ts";
import { faqImporter } from "../../api/contacts/imports.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { FailedRowsOnDemand } from "../../parts/imports/FailedRows.tsx";
import { PastImports } from "../../parts/imports/PastImports.tsx";
import { Drawer } from "../../ui/overlays/Drawer.tsx";

/** Earlier imports of answers. */
export function PastFaqImports({ onClose }: { onClose(): void }) {
  const { t } = useI18n();
  return (
    <Drawer title={t("knowledge.import.past")} size="wide" isOpen onOpenChange={(open) => !open && onClose()}>
      <div className="p-4">
        <PastImports<FaqImport>
          query={pastFaqImportsQuery()}
          created={(n) => t("knowledge.import.created", { n })}
          report={(job) => <FailedRowsOnDemand importer={faqImporter} job={job} />}
        />
      </div>
    </Drawer>
  );
}
