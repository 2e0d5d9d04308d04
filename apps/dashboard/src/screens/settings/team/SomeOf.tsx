import { Checkbox, CheckboxGroup } from "../../../ui/fields/Checkbox.tsx";

interface SomeOfProps {
  label: string;
  name: string;
  hint?: string;
  /** Nothing is shown if there are none. */
  of: readonly { id: string; name: string }[] | undefined;
  value: readonly string[];
  onChange(ids: string[]): void;
}

/** Some of the team's divisions, or of its channels. */
export function SomeOf({ label, name, hint, of, value, onChange }: SomeOfProps) {
  if (of === undefined || of.length === 0) return null;
  return (
    <CheckboxGroup label={label} name={name} {...(hint === undefined ? {} : { hint })} value={[...value]} onChange={onChange}>
      {of.map((each) => (
        <Checkbox key={each.id} value={each.id}>
          <bdi>{each.name}</bdi>
        </Checkbox>
      ))}
    </CheckboxGroup>
  );
}
