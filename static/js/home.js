/** What the front door brings to life. */
import "./history.js";
import "./elements/offline.js";
import "./elements/waiting-series.js";
