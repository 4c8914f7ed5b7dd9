/**
 * How the engine says no: a stable code with numbers, never a sentence. The Python engine has the same
 * codes, so page and server refuse alike and each finds its own words.
 */
export class Refused extends Error {
  /**
   * @param {string} code stable, the same in Python
   * @param {?string} field the JSON name to put right: "deadwood", "rules.target"
   * @param {Object} facts the numbers and names of the sentence; a player among them is a seat, 0 or 1,
   *   under `player` or `other`
   */
  constructor(code, field = null, facts = {}) {
    super(code);
    this.code = code;
    this.field = field;
    this.facts = facts;
    /** The number of the hand in its series, where one is meant. */
    this.hand = null;
  }
}

/** Not a hand, a rule set or a series at all: wrong shape, wrong type, unknown name. */
export class Malformed extends Refused {}

/** Well formed, but the rules of the series forbid it (sections 1 and 7 of the rules). */
export class NotAllowed extends Refused {}
