document.body.classList.remove("nojs");
