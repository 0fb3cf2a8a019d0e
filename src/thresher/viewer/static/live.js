// Looks every second how the crawl stands. Without this script, "Look again" does the same.
"use strict";
(() => {
  const words = new Intl.NumberFormat("en");
  const said = document.getElementById("said");
  let was = said.textContent.trim();
  async function look() {
    try {
      const answer = await fetch("/live/state");
      if (!answer.ok) return;
      const state = await answer.json();
      for (const name of ["captures", "objects", "waiting", "rate"]) {
        document.getElementById(name).textContent = words.format(state[name]);
      }
      const now = state.is_paused ? "Paused." : state.is_stopping ? "Stopping, once what is under way has come."
        : state.is_running ? "Running." : state.waiting ? "Nothing is running. Some addresses wait." : "Nothing is running, and nothing waits.";
      if (now !== was) { said.textContent = now; was = now; }
      document.getElementById("control").hidden = !state.is_running;
      const rows = state.latest.map((one) => {
        const item = document.createElement("li");
        const tag = document.createElement("span");
        tag.className = "tag";
        tag.textContent = one.status;
        const place = document.createElement("bdi");
        place.textContent = one.url.replace(/^https?:\/\//, "").replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, "\ufffd");
        item.append(tag, " ", place);
        return item;
      });
      document.getElementById("latest").replaceChildren(...rows);
    } finally {
      setTimeout(look, 1000);
    }
  }
  setTimeout(look, 1000);
})();
