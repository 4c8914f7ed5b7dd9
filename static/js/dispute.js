/** What the page of a dispute brings to life. */
import "./elements/dispute-form.js";
import "./elements/local-time.js";
