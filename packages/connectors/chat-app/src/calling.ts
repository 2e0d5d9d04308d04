import type { CallAction, CallHours, Calling, CallingSettings, ChannelAccess, PlatformHttp } from "@parley/connector-kit";
import { asObject, compact, listAt, objectAt, own, textAt } from "@parley/connector-kit/read";
import { graphCall, refusal } from "./graph-call.ts";
import { tokenOf } from "./token.ts";

/** Documented by the platform for the setting `call_hours`. */
const INTERVALS_PER_DAY_MAX = 2;
/** A customer is waiting, and the platform gives up after 30 to 60 seconds. */
const TIMEOUT_MS = 8_000;

/** Customers' calls: signalling, and the call settings of a number (channel-protocols.md 2.12). */
export function createCalling(version: string): Calling {
  const pathOf = (access: ChannelAccess, edge: "calls" | "settings") => `/v${version}/${encodeURIComponent(access.externalId)}/${edge}`;

  async function post(access: ChannelAccess, edge: "calls" | "settings", body: Record<string, unknown>, http: PlatformHttp): Promise<void> {
    const answer = await graphCall(
      { method: "POST", path: pathOf(access, edge), token: tokenOf(access), body, timeoutMs: TIMEOUT_MS },
      http,
    );
    if (own(answer, "success") !== true) throw refusal("The platform's answer does not say that it did what it was asked.");
  }

  async function read(access: ChannelAccess, http: PlatformHttp): Promise<unknown> {
    const answer = await graphCall(
      { method: "GET", path: pathOf(access, "settings"), token: tokenOf(access), timeoutMs: TIMEOUT_MS },
      http,
    );
    return own(answer, "calling");
  }

  return {
    intervalsPerDayMax: INTERVALS_PER_DAY_MAX,

    act: (action, access, http) => post(access, "calls", bodyOf(action), http),

    readSettings: async (access, http) => settingsOf(await read(access, http)),

    async changeSettings(change, access, http) {
      // The platform replaces hours as a whole, including special days, so those are kept unless given.
      const keepsDays = change.hours != null && change.hours.specialDays === undefined;
      const before = keepsDays ? await read(access, http) : undefined;
      await post(access, "settings", { calling: changeOf(change, before) }, http);
      return settingsOf(await read(access, http));
    },
  };
}

function bodyOf(action: CallAction): Record<string, unknown> {
  const common = { messaging_product: "whatsapp", call_id: action.callExternalId, action: action.kind };
  if (!("answer" in action)) return common;
  return {
    ...common,
    session: { sdp_type: "answer", sdp: action.answer },
    ...(action.kind === "accept" ? { biz_opaque_callback_data: action.reference } : {}),
  };
}

const onOff = (value: boolean | undefined) => (value === undefined ? undefined : value ? "ENABLED" : "DISABLED");
const isOn = (settings: unknown, key: string) => textAt(settings, key)?.toUpperCase() === "ENABLED";

function changeOf({ enabled, iconVisible, hours, asksForCallback }: Partial<CallingSettings>, before: unknown): object {
  return compact({
    status: onOff(enabled),
    call_icon_visibility: iconVisible === undefined ? undefined : iconVisible ? "DEFAULT" : "DISABLE_ALL",
    callback_permission_status: onOff(asksForCallback),
    call_hours: hours === undefined ? undefined : hoursBody(hours, objectAt(before, "call_hours")),
  });
}

function hoursBody(hours: CallHours | null, before: unknown): object {
  if (hours === null) return { status: "DISABLED" };
  const special =
    hours.specialDays?.map(({ date, from, to }) => ({ date, start_time: digits(from), end_time: digits(to) })) ??
    listAt(before, "holiday_schedule");
  return {
    status: "ENABLED",
    timezone_id: hours.timezone,
    weekly_operating_hours: hours.weekly.map(({ day, from, to }) => ({
      day_of_week: day.toUpperCase(),
      open_time: digits(from),
      close_time: digits(to),
    })),
    ...(special.length === 0 ? {} : { holiday_schedule: special }),
  };
}

/** The platform's day ends with 23:59. */
const digits = (time: string) => (time === "24:00" ? "2359" : time.replace(":", ""));

function settingsOf(calling: unknown): CallingSettings {
  if (asObject(calling) === undefined) throw refusal("The platform's response has no call settings.");
  const hours = objectAt(calling, "call_hours");
  return {
    enabled: isOn(calling, "status"),
    iconVisible: textAt(calling, "call_icon_visibility")?.toUpperCase() !== "DISABLE_ALL",
    hours: isOn(hours, "status") ? hoursOf(hours) : null,
    asksForCallback: isOn(calling, "callback_permission_status"),
  };
}

function hoursOf(hours: unknown): CallHours {
  return {
    timezone: textAt(hours, "timezone_id") ?? "UTC",
    weekly: listAt(hours, "weekly_operating_hours").flatMap((element) => {
      const day = textAt(element, "day_of_week")?.toLowerCase();
      const [from, to] = [timeOf(own(element, "open_time")), timeOf(own(element, "close_time"))];
      return day === undefined || from === undefined || to === undefined ? [] : [{ day, from, to }];
    }),
    specialDays: listAt(hours, "holiday_schedule").flatMap((element) => {
      const date = textAt(element, "date");
      const [from, to] = [timeOf(own(element, "start_time")), timeOf(own(element, "end_time"))];
      return date === undefined || from === undefined || to === undefined ? [] : [{ date, from, to }];
    }),
  };
}

/** "0900", "900" or "09:00". */
function timeOf(value: unknown): string | undefined {
  const found = /^(\d{1,2}):?(\d{2})$/.exec(
    typeof value === "number" ? String(value).padStart(4, "0") : typeof value === "string" ? value : "",
  );
  return found === null ? undefined : `${(found[1] as string).padStart(2, "0")}:${found[2] as string}`;
}
