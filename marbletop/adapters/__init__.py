"""Environments of other libraries, each on compiled lanes. A library is needed only by whoever imports its adapter."""
