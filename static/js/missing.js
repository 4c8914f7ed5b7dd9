/** What a page that is not there brings to life: the series may be one of this phone's that was not sent yet. */
import "./elements/waiting-series.js";
