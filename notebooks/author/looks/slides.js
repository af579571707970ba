// Start the deck, set the mathematics, then make the text of each full slide as small as it needs.
const tooFull = (slide) =>
  slide.scrollHeight > slide.clientHeight + 1 ||
  slide.scrollWidth > slide.clientWidth + 1;

// A formula ends before the number beside it, or before the edge of its box.
function tooWide(shown) {
  const [box, number] = [shown, shown.querySelector(".number")].map((e) => e?.getBoundingClientRect());
  const edge = number ? number.left : box.right;
  return [...shown.querySelectorAll("svg")].some((e) => {
    const drawn = e.getBoundingClientRect();
    return drawn.right > edge - 4 || drawn.left < box.left;
  });
}

// A figure has its words above and below it or, where it gets larger so, all on its right.
function place(slide) {
  const picture = slide.querySelector("img.figure");
  const scale = () => {
    const { width, height } = picture.getBoundingClientRect();
    return Math.min(width / picture.getAttribute("width"), height / picture.getAttribute("height"));
  };
  const below = scale();
  const words = document.createElement("div");
  const all = [...slide.children].filter((e) => e !== picture && e.tagName !== "ASIDE");
  words.className = "words";
  words.append(...all);
  slide.append(words);
  slide.classList.add("beside");
  if (scale() > below * 1.05) return;
  slide.classList.remove("beside");
  picture.before(...all.filter((e) => !e.classList.contains("said")));
  words.replaceWith(...all.filter((e) => e.classList.contains("said")));
}

function fit() {
  document.querySelectorAll(".slides > section.figure").forEach(place);
  for (const shown of document.querySelectorAll(".display")) {
    for (let size = 100; tooWide(shown) && size > 50; size -= 4) shown.style.fontSize = `${size}%`;
  }
  for (const slide of document.querySelectorAll(".slides > section")) {
    for (let size = 100; tooFull(slide) && size > 60; size -= 4) {
      slide.style.fontSize = `${size}%`;
    }
  }
  document.body.dataset.ready = "yes";
}

window.MathJax = {
  tex: { inlineMath: [["\\(", "\\)"]], displayMath: [["\\[", "\\]"]] },
  svg: { fontCache: "global" },
  options: { enableMenu: false },
  startup: {
    typeset: false,
    ready: async () => {
      MathJax.startup.defaultReady();
      await Reveal.initialize({
        width: 1280, height: 720, margin: 0, center: false, display: "flex", hash: true,
        slideNumber: "c/t", transition: "none", viewDistance: 99, mobileViewDistance: 99,
        plugins: [RevealNotes],
      });
      await document.fonts.ready;
      await MathJax.startup.promise;
      await MathJax.typesetPromise();
      fit();
    },
  },
};
