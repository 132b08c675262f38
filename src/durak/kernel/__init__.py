"""The rules of Durak, compiled: the one implementation that everything else asks.

A state is one record of ``layout.STATE``; the modules read as the rules do: ``opening`` deals,
``legal`` lists, ``refusal`` says why not, ``act`` carries out, ``bout`` settles. Python calls the
functions of ``entry``.
"""
