/** What the page of a new series brings to life. */
import "./elements/new-series.js";
