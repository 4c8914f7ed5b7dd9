/** What the page of a notebook's sheet brings to life. */
import "./elements/reader-zone.js";
import "./elements/rule-form.js";
