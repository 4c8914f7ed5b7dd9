/** What counts as a whole number (section 1 of the rules). */

/** The whole number that `value` is, or null: 26 and 26.0 are 26; true, "26", 2.5, NaN and null are not. */
export const whole = (value) => (Number.isInteger(value) ? value + 0 : null);
