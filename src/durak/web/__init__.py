"""The page: templates, languages and static files, and how they become HTML.

No rules and no sockets live here. The page shows the view and the legal list that the server sends.
"""

from durak.web.pages import LANGUAGES, STATIC, Editions, Pages, catalogue

__all__ = ["LANGUAGES", "STATIC", "Editions", "Pages", "catalogue"]
