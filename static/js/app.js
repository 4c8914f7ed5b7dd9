/** What the pages bring to life; each element looks after itself. */
import "./elements/hand-form.js";
import "./elements/series-board.js";

/** A page that nobody touches lets the screen go dark: what keeps it on can wait for the first tap. */
addEventListener("pointerdown", () => import("./elements/wake-lock.js").catch(() => {}), { once: true });
