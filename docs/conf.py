"""Documentation site: `python tools/docs.py` builds it and checks it."""

from __future__ import annotations

project = "aicore"
author = "the authors of aicore"
copyright = author

extensions = ["myst_parser", "sphinx_copybutton"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build", "engines"]
root_doc = "index"

myst_enable_extensions = ["colon_fence", "fieldlist"]
myst_heading_anchors = 4
myst_links_external_new_tab = False
suppress_warnings = ["myst.header"]  # a page may begin below its first level
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = "aicore"
html_copy_source = False
html_show_sphinx = False
copybutton_prompt_text = "$ "
copybutton_only_copy_prompt_lines = True
