/** Now, with this phone's offset from UTC: "2026-11-30T19:05:12+01:00". */
export function timeNow() {
  const now = new Date();
  const offset = -now.getTimezoneOffset();
  const local = new Date(now.getTime() + offset * 60_000).toISOString().slice(0, 19);
  const [hours, minutes] = [Math.abs(offset) / 60, Math.abs(offset) % 60];
  const two = (number) => String(Math.floor(number)).padStart(2, "0");
  return `${local}${offset < 0 ? "-" : "+"}${two(hours)}:${two(minutes)}`;
}
