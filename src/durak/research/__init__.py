"""Measuring bots with other people's tools: nothing that plays a deal imports from here.

What it needs beyond the package comes with ``pip install 'opendurak[research]'``.
"""
