// Light or dark.

/** Dark where JupyterLab is dark, elsewhere where the reader's system is. */
export function followTheme(root) {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => {
    const jupyter = document.body.dataset.jpThemeLight;
    root.classList.toggle("dark", jupyter ? jupyter === "false" : system.matches);
  };
  follow();
  system.addEventListener("change", follow);
  new MutationObserver(follow).observe(document.body, { attributeFilter: ["data-jp-theme-light"] });
}
