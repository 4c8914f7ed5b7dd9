/** What the log brings to life. */
import "./elements/local-time.js";
