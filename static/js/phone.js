/** What the page of this phone brings to life. */
import "./elements/forget.js";
