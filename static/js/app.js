/** What the pages bring to life; each element looks after itself. */
import "./elements/hand-form.js";
import "./elements/series-board.js";
import "./elements/wake-lock.js";
