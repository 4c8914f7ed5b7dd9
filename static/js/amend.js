/** What the page that puts a hand right brings to life. */
import "./elements/amend-form.js";
