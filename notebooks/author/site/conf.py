"""Sphinx makes the site of README, docs and the built notebooks: see ../website.py."""

project = html_title = "ELMo Lite"
copyright = "ELMo Lite, CC BY 4.0"
root_doc = "README"
extensions = ["myst_nb", "notebooks.author.website"]
html_theme = "sphinx_book_theme"
html_theme_options = {
    "home_page_in_toc": True,
    "show_navbar_depth": 1,
    "show_toc_level": 2,
    "navbar_persistent": [],  # the search field stands in the sidebar
    "use_download_button": False,
    "use_fullscreen_button": False,
    "article_header_end": ["language.html", "article-header-buttons.html"],
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
    "footer_content_items": ["copyright.html"],
}
html_context = {"default_mode": "auto"}  # light or dark as the reader's system is
html_static_path, templates_path = ["static"], ["templates"]
html_favicon = "static/favicon.svg"
html_css_files, html_js_files = ["course.css"], ["course.js"]
html_copy_source = html_show_sourcelink = False
mathjax_path = "mathjax.js"
mathjax3_config = {"svg": {"fontCache": "global"}, "options": {"enableMenu": False}}
myst_enable_extensions, myst_heading_anchors = ["dollarmath"], 3
nb_execution_mode = "off"
nb_ipywidgets_js: dict[
    str, dict[str, str]
] = {}  # the widgets of a page that nobody runs would come from outside
suppress_warnings = ["mystnb.unknown_mime_type", "myst.header"]
