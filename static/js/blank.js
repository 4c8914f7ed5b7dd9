/** What the page of a series that is begun without a network brings to life, once it is filled in. */
import { fillBlank } from "./elements/blank-series.js";

if (fillBlank()) import("./app.js");
