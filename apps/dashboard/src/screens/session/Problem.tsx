import { CircleAlert } from "lucide-react";

/** Why it did not work, above the button that was pressed. */
export function Problem({ text }: { text: string }) {
  return (
    <div className="notice bad" role="alert">
      <CircleAlert className="icon" aria-hidden />
      <span>{text}</span>
    </div>
  );
}
