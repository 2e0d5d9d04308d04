import type { FormSubmission } from "@parley/sdk";
import type { ChipTone } from "../../../ui/Chip.tsx";

export const submissionTones: Readonly<Record<FormSubmission["status"], ChipTone>> = { new: "info", processed: "ok", spam: "plain" };

/** The company or the name, otherwise the first answer. */
export function whoOf(answers: FormSubmission["answers"]): string {
  const said = (key: string) => answers.find((answer) => answer.key === key)?.value;
  const found = [said("company"), said("name"), said("email"), answers[0]?.value].find(
    (value) => typeof value === "string" && value !== "",
  );
  return typeof found === "string" ? found : "";
}
