/** What the page for paper brings to life. */
import "./elements/local-time.js";
import "./elements/print-button.js";
