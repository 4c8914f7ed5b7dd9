/** How often to look for other people's changes (milliseconds): often while a series is played, seldom once it rests. */
const STAGES = [
  { within: 15 * 60_000, pause: 2000 },
  { within: 75 * 60_000, pause: 5000 },
];
const RESTING = 15_000;

/** The pause before the next look, this long after the series last changed; never quite the same, so that phones don't ask in step. */
export function pauseBeforeLook(sinceChange) {
  const { pause } = STAGES.find(({ within }) => sinceChange < within) ?? { pause: RESTING };
  return pause * (0.8 + 0.3 * Math.random());
}
