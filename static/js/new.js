/** What the page of a new series brings to life. */
import "./elements/new-series.js";
import "./elements/rule-form.js";
