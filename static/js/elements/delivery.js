/** One change on its way to the server: how the API is asked for it, and what its answer means. */
import { isAim } from "../lib/expected.js";
import { read, write } from "./server.js";

/** The API says so to a phone that may not see or change the series any more. */
export const GONE = [401, 403, 404, 410];

/** What undo and redo go over, by what is asked of them. */
const ABLE = { undo: "undoable", redo: "redoable" };

export class Delivery {
  /** The newest that is known of the series: `version`, `undoable`, `redoable`. */
  latest;
  #api;

  constructor(api, latest) {
    this.#api = api;
    this.latest = latest;
  }

  /** Remembers a series as the API or the page tells it, unless it is older than what is known. */
  learn({ version, undoable, redoable }) {
    if (version >= this.latest.version) this.latest = { version, undoable, redoable };
  }

  /**
   * What became of a change: `{ version }` where the server has it, `{ later }`, `{ missed }` for an undo that meant
   * something else than what would go now, or `{ status, body }`, an answer that turns it down.
   */
  async send(change, attempt) {
    if (change.aim && !this.isAimed(change)) {
      const answer = await read(this.#api);
      if (answer?.status !== 200) return GONE.includes(answer?.status) ? answer : { later: true };
      this.learn(answer.body);
      if (!this.isAimed(change)) return { missed: true };
    }
    const answer = await this.#write(change, attempt);
    if (!answer?.body || answer.status === 429 || answer.status >= 500) return { later: true };
    const { status, body } = answer;
    this.learn(body.series ?? body);
    if (status >= 400 && body.error) return answer;
    // Without a version, something between us and the server answers in its place.
    return Number.isInteger(body.version) ? { version: body.version } : { later: true };
  }

  /** Whether undo would go over what the button said, as far as is known. */
  isAimed({ kind, aim }) {
    return isAim(aim, this.latest[ABLE[kind]]);
  }

  #write({ kind, key, base, body, instead, patch }, attempt) {
    const { version } = this.latest;
    switch (kind) {
      case "start":
        return write("POST", "/api/series", body, attempt);
      case "record":
        if (instead) return write("PATCH", `${this.#api}/hands/${instead}`, { ...patch, base, key }, attempt);
        return write("PUT", `${this.#api}/hands/${key}`, { ...body, base }, attempt);
      case "dealer":
        return write("POST", `${this.#api}/dealer`, { ...body, base, key }, attempt);
      default:
        return write("POST", `${this.#api}/${kind}`, { base: version, key }, attempt);
    }
  }
}
