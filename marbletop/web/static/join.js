// Coming to a table: the name that was used last is selected, so that typing replaces it.
import "./page.js";

document.getElementById("name")?.select();
