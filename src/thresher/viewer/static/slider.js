// A slider in the place of the list of moments: moving it shows the tree of that moment. Without this script, the lists
// and the button do the same.
"use strict";
(() => {
  const form = document.getElementById("times");
  const at = document.getElementById("at");
  if (!form || !at || at.options.length < 2) return;
  const slider = document.createElement("input");
  slider.type = "range";
  slider.id = "slider";
  slider.min = 0;
  slider.max = at.options.length - 1;
  slider.value = at.value;
  slider.setAttribute("aria-label", "Moment");
  const said = document.createElement("output");
  said.textContent = at.selectedOptions[0].textContent;
  at.parentElement.after(slider, said);
  let turn = 0;
  async function show() {
    const mine = ++turn;
    const address = "/tree?" + new URLSearchParams(new FormData(form));
    const answer = await fetch(address);
    if (mine !== turn || !answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    document.getElementById("tree").replaceWith(page.getElementById("tree"));
    history.replaceState(null, "", address);
  }
  let waiting = 0;
  slider.addEventListener("input", () => {
    at.value = slider.value;
    said.textContent = at.selectedOptions[0].textContent;
    slider.setAttribute("aria-valuetext", said.textContent);
    clearTimeout(waiting);
    waiting = setTimeout(show, 120);
  });
  for (const list of form.querySelectorAll("select")) {
    list.addEventListener("change", () => { slider.value = at.value; said.textContent = at.selectedOptions[0].textContent; show(); });
  }
})();
