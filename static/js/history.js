/** What pages about the past bring to life. */
import "./elements/local-time.js";
import "./elements/reader-zone.js";
