/** Times as files state them: ISO 8601 with an offset, and nothing else. */
import { Malformed } from "./errors.js";

const DATE = String.raw`(?<year>\d{4})(?<dash>-?)(?<month>\d\d)\k<dash>(?<day>\d\d)`;
const SECOND = String.raw`(?<second>\d\d)(?:[.,]\d+)?`;
const CLOCK = String.raw`(?<hour>\d\d)(?:(?<colon>:?)(?<minute>\d\d)(?:\k<colon>${SECOND})?)?`;
const OFFSET = String.raw`Z|(?<sign>[+-])(?<hours>\d\d)(?::?(?<minutes>\d\d))?`;
const TIME = new RegExp(`^${DATE}T${CLOCK}(?:${OFFSET})$`);
const DAY_SECONDS = 86_400;

/**
 * A time as it was written; null where there is none.
 * @throws {Malformed} with the code `time_malformed`
 */
export function readTime(given, field) {
  if (given === undefined || given === null) return null;
  const parts = typeof given === "string" && TIME.exec(given);
  if (!parts || !isReal(parts.groups)) throw new Malformed("time_malformed", field);
  return given;
}

/** Whether day, hour and offset exist, and the year is one of 1 to 9999 in UTC too. */
function isReal({ year, month, day, hour, minute = 0, second = 0, sign, hours = 0, minutes = 0 }) {
  if (day < 1 || !(day <= daysIn(Number(year), Number(month)))) return false;
  if (hour > 23 || minute > 59 || second > 59 || hours > 23 || minutes > 59) return false;
  const offset = (sign === "-" ? -1 : 1) * (3600 * hours + 60 * minutes);
  const seconds = 3600 * hour + 60 * minute + Number(second) - offset;
  const date = year + month + day;
  if (date === "00010101") return seconds >= 0;
  if (date === "99991231") return seconds < DAY_SECONDS;
  return year > 0;
}

function daysIn(year, month) {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
}
