/** What the twin says to the tests: of a whole series file, and of hands by themselves. */
import { Refused } from "/engine/errors.js";
import { whyColumns } from "/engine/explain.js";
import { checkHand, scoreHand } from "/engine/hand.js";
import { changedRules, presetOf, writeRules } from "/engine/rules.js";
import { readSeries, writeHand, writeSheet } from "/engine/seriesfile.js";
import { replay } from "/engine/sheet.js";

/** All that follows from a series file, or why it is refused. */
export function judgeSeries(given) {
  return judge(() => {
    const { players, rules, hands, ...series } = readSeries(given);
    const standing = hands.filter(({ struck }) => !struck).map(({ hand }) => hand);
    const sheet = replay(rules, standing, series);
    return {
      sheet: writeSheet(sheet, players),
      columns: sheet.hands.map(whyColumns),
      closes: sheet.hands.map(({ closes = [] }) => closes),
      hands: hands.map(({ hand, id, struck }) => [writeHand(hand, players), id, struck]),
      rules: [writeRules(rules), changedRules(rules), presetOf(rules)],
    };
  });
}

/** What each hand by seat is kept as under these rules and what it is worth, or why it is refused. */
export function judgeHands({ rules, hands }) {
  return hands.map((hand) =>
    judge(() => {
      const kept = checkHand(rules, hand);
      return { how: kept.how, ...scoreHand(rules, kept) };
    }),
  );
}

function judge(give) {
  try {
    return give();
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    const { code, field, hand, facts } = refused;
    return { refused: refused.constructor.name, code, field, hand, facts };
  }
}
