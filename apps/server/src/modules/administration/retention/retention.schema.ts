import { type Static, Type } from "typebox";
import { Nullable, NullableTimestamp } from "#platform/http/schemas.ts";

export const daysMax = 36_500;
/** An audit log with a shorter memory would be worthless. */
export const auditDaysMin = 90;

const Days = (description: string, minimum = 1) =>
  Nullable(Type.Integer({ minimum, maximum: daysMax, description: `${description}; null: as long as the organization exists` }));

const fields = {
  messagesDays: Days("Messages and notes, by when they were sent; never the newest one of an unresolved conversation"),
  mediaDays: Days("Contents of files, by when they were stored; not those used by canned replies and knowledge sources"),
  eventsDays: Days("Events with their deliveries; never longer than the installation keeps events, and not before they are delivered"),
  auditDays: Days("Audit log entries", auditDaysMin),
  importsDays: Days("Contact import reports"),
  flowRunsDays: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: daysMax,
      description:
        "Flow runs and their steps, by the time they ended; never longer than the installation keeps them; null: as long as the installation does. A run that has started once never starts again",
    }),
  ),
};

export const Retention = Type.Object(
  { ...fields, updatedAt: NullableTimestamp({ description: "null: never set, everything is kept" }) },
  { title: "Retention" },
);
export type Retention = Static<typeof Retention>;

export const UpdateRetention = Type.Partial(Type.Object(fields), {
  title: "UpdateRetention",
  description: "Omitted fields keep their values",
});
export type UpdateRetention = Static<typeof UpdateRetention>;
