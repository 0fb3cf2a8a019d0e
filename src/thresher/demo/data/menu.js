document.documentElement.classList.replace("no-js", "js");
document.querySelectorAll(".menu-toggle").forEach(function (button) {
  button.addEventListener("click", function () {
    var isOpen = button.parentElement.classList.toggle("is-open");
    button.setAttribute("aria-expanded", String(isOpen));
  });
});
