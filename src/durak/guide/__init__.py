"""The guide: how Durak is played, in words, rulings and positions that the engine plays.

Here live the texts (``texts``), the positions they speak of (``examples``), and what reads them.
How a page or a terminal shows them is not decided here, and no rule is known here: the engine is
asked.
"""
