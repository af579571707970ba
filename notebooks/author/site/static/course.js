// A page on a disk may not read its neighbours, so a search there shows titles alone.
if (location.protocol === "file:" && typeof DOCUMENTATION_OPTIONS !== "undefined") {
  DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
}

// A formula that is wider than its line is moved sideways: with the keyboard as well.
addEventListener("load", async () => {
  await window.MathJax?.startup?.promise;
  for (const part of document.querySelectorAll(".math, mjx-container")) {
    if (part.scrollWidth > part.clientWidth) part.tabIndex = 0;
  }
});

// A browser without Hangul of its own may keep the boxes that it drew before the font was there.
addEventListener("load", async () => {
  await document.fonts.load('1em "Course Korean"', "가");
  for (const part of document.querySelectorAll(".bd-sidebar, .other-language")) {
    part.style.display = "none";
    part.getBoundingClientRect();
    part.style.display = "";
  }
});
