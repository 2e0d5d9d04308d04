import { ApiError, type ErrorDetail } from "@parley/sdk";
import { Mail, Search, Upload } from "lucide-react";
import { useState } from "react";
import { Avatar } from "../Avatar.tsx";
import { Button } from "../Button.tsx";
import { Checkbox, CheckboxGroup } from "../fields/Checkbox.tsx";
import { ComboBox } from "../fields/ComboBox.tsx";
import { ColorField, DatePicker, DateTimePicker, TimeField } from "../fields/DatePicker.tsx";
import { DropZone, FileButton } from "../fields/FileButton.tsx";
import { Form } from "../fields/Form.tsx";
import { HueField } from "../fields/HueField.tsx";
import { InlineEdit } from "../fields/InlineEdit.tsx";
import { InlineField } from "../fields/InlineField.tsx";
import { NumberField } from "../fields/NumberField.tsx";
import { Radio, RadioGroup } from "../fields/RadioGroup.tsx";
import { SearchField } from "../fields/SearchField.tsx";
import { Select } from "../fields/Select.tsx";
import { Switch } from "../fields/Switch.tsx";
import { TagInput } from "../fields/TagInput.tsx";
import { TextArea } from "../fields/TextArea.tsx";
import { TextField } from "../fields/TextField.tsx";
import { Group } from "./Group.tsx";

const people = ["Ines Calloway", "Bima Santika", "Ama Owusu-Reed", "Teo Varga", "Noor Kassab", "مريم حداد"].map((name, at) => ({
  id: `member-${at}`,
  name,
  start: <Avatar id={`member-${at}`} name={name} size={20} />,
}));
const roles = [
  { id: "owner", name: "Owner", description: "Everything, and billing" },
  { id: "agent", name: "Agent", description: "Answers and writes first" },
  { id: "viewer", name: "Viewer", isDisabled: true },
] as const;

export function FieldsPart() {
  return (
    <>
      <Group title="TextField">
        <TextField label="Name" defaultValue="Mariam Solheim" />
        <TextField label="E-mail" icon={Mail} placeholder="name@company.example" hint="They get a link." />
        <TextField
          label="Address"
          error="This is already taken."
          defaultValue="tidepool"
          end={<span className="hint">.shops.example</span>}
        />
        <TextField label="Company" isOptional size="small" />
        <TextField label="Not now" isDisabled defaultValue="closed" />
        <TextField label="Only read" isReadOnly defaultValue="By your role" />
        <TextField label="Saved" isSaved defaultValue="Rotterdam" />
        <TextField label="Webhook" isCode defaultValue="https://hooks.tidepool.example/in" />
      </Group>
      <Group title="TextArea, NumberField, SearchField">
        <TextArea label="Note" placeholder="Write" />
        <TextArea label="Too long" error="This is too long." defaultValue={"One line\nand a second"} rows={2} />
        <NumberField label="Conversations at once" defaultValue={20} minValue={1} maxValue={100} />
        <NumberField label="Price" defaultValue={189.63} formatOptions={{ style: "currency", currency: "EUR" }} />
        <NumberField label="Wait" defaultValue={15} unit="minutes" size="small" />
        <NumberField label="Closed" defaultValue={3} isDisabled />
        <SearchField label="Search contacts" keys="/" />
        <SearchField label="Event, id" size="small" defaultValue="evt_01" />
      </Group>
      <Group title="Select, ComboBox">
        <Select label="Role" options={roles} defaultValue="agent" />
        <Select label="Not chosen" options={roles} hint="It can be changed later." />
        <Select label="Wrong" options={roles} error="This cannot be chosen here." size="small" />
        <Select label="Closed" options={roles} isDisabled />
        <Select label="Only read" options={roles} isReadOnly value="owner" />
        <ComboBox label="Assignee" options={people} placeholder="Nobody" />
        <ComboBox
          label="Contact"
          placeholder="Type a name"
          load={async (query) => people.filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()))}
        />
      </Group>
      <Group title="Switch, Checkbox, Radio">
        <Switch defaultSelected>Whoever knew them last, if within 7 days</Switch>
        <Switch hint="Counted by the hour.">Match language and skill first</Switch>
        <Switch isDisabled>Not by your plan</Switch>
        <Checkbox defaultSelected>Tell me by mail</Checkbox>
        <Checkbox isIndeterminate>Some of them</Checkbox>
        <Checkbox isInvalid hint="Needed to go on.">
          I agree
        </Checkbox>
        <Checkbox isDisabled defaultSelected>
          Always on
        </Checkbox>
        <CheckboxGroup label="Channels" defaultValue={["chat"]} hint="Where it is used.">
          <Checkbox value="chat">Chat app</Checkbox>
          <Checkbox value="photo">Photo network</Checkbox>
        </CheckboxGroup>
        <RadioGroup label="Who gets it" defaultValue="one">
          <Radio value="one">Whoever is there and has room</Radio>
          <Radio value="two" hint="By turns.">
            The division
          </Radio>
          <Radio value="three" isDisabled>
            Nobody
          </Radio>
        </RadioGroup>
      </Group>
      <Group title="Dates, times, colours">
        <Picked />
      </Group>
      <Group title="InlineField, InlineEdit">
        <Inline />
      </Group>
      <Group title="TagInput, FileButton, DropZone">
        <Tags />
      </Group>
      <Group title="Form">
        <RefusedForm />
      </Group>
    </>
  );
}

/** A refusal as the API sends it. */
function refusal(details: ErrorDetail[]): ApiError {
  return new ApiError("Some fields are wrong", {
    code: "validation_error",
    status: 400,
    details,
    reference: null,
    docs: "",
    method: "POST",
    path: "/api/v1/invitations",
    attempts: 1,
    idempotencyKey: null,
    retryAfterMs: null,
    headers: new Headers(),
  });
}

function RefusedForm() {
  const [sent, setSent] = useState(0);
  return (
    <Form
      label="Invite"
      onSubmit={async (values) => {
        setSent(sent + 1);
        if (values.get("email") === "") {
          throw refusal([
            { field: "email", issue: "required" },
            { field: "role", issue: "unknown_value" },
          ]);
        }
      }}
    >
      <TextField name="name" label="Name" />
      <TextField name="email" label="E-mail" icon={Search} />
      <Select name="role" label="Role" options={roles} />
      <Button type="submit" variant="primary">
        Invite
      </Button>
      <output className="hint">Sent {sent} times</output>
    </Form>
  );
}

function Picked() {
  const [day, setDay] = useState<string | null>("2026-11-25");
  const [at, setAt] = useState<string | null>("2026-11-25T13:00:00.000Z");
  const [time, setTime] = useState<string | null>("09:30");
  // dashboard-rules: a value to choose from, not a colour of the page
  const [color, setColor] = useState("#2f5bea");
  return (
    <>
      <DatePicker label="Due" value={day} onChange={setDay} />
      <DatePicker label="Without a value" value={null} onChange={setDay} size="small" error="Fill this in." />
      <DateTimePicker label="Send at" value={at} onChange={setAt} timeZone="Europe/Amsterdam" hint={at} />
      <TimeField label="Opens" value={time} onChange={setTime} />
      <DatePicker label="Closed" value={day} onChange={setDay} isDisabled />
      <ColorField label="Accent" value={color} onChange={setColor} />
      <HueField label="Colour of the label" defaultValue={3} />
    </>
  );
}

function Inline() {
  const [company, setCompany] = useState("Solheim Interiors");
  const [seats, setSeats] = useState(12);
  return (
    <dl className="facts">
      <dt>Company</dt>
      <dd>
        <InlineField label="Company" value={company} onSave={async (value) => setCompany(value)} />
      </dd>
      <dt>Phone</dt>
      <dd>
        <InlineField label="Phone" value={null} placeholder="Add a phone" isCode onSave={async () => undefined} />
      </dd>
      <dt>City</dt>
      <dd>
        <InlineField
          label="City"
          value="Oslo"
          onSave={async () => {
            throw refusal([{ field: "city", issue: "too_long" }]);
          }}
        />
      </dd>
      <dt>Plan</dt>
      <dd>
        <InlineField label="Plan" value="Trade" isReadOnly onSave={async () => undefined} />
      </dd>
      <dt>Seats</dt>
      <dd>
        <InlineEdit label="Seats" value={seats} shown={String(seats)} placeholder="Add" onSave={async (value) => setSeats(value)}>
          {({ value, onChange, error }) => <NumberField label="Seats" hideLabel size="small" autoFocus {...{ value, onChange, error }} />}
        </InlineEdit>
      </dd>
    </dl>
  );
}

function Tags() {
  const [tags, setTags] = useState(["vip", "wholesale"]);
  const [files, setFiles] = useState<string[]>([]);
  const take = (chosen: File[]) => setFiles(chosen.map(({ name }) => name));
  return (
    <>
      <TagInput label="Tags" value={tags} onChange={setTags} hint="Enter adds." />
      <FileButton onFiles={take} icon={Upload} accept={[".csv"]}>
        Choose a CSV
      </FileButton>
      <DropZone label="Drop files" onFiles={take} />
      <output className="hint">{files.join(", ")}</output>
    </>
  );
}
