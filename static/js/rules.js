/** What the rules page brings to life. */
import "./elements/rules-search.js";
