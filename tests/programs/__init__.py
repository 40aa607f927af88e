"""Tests of what starts processes, talks to clusters, or writes programs in other languages."""
