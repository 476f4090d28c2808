"""Counts beside the published numbers: by the best method, or by `search` where that is one."""
