/** What the page for a tablet or television brings to life. */
import "./elements/table-board.js";
import "./elements/wake-lock.js";
