"""From a mapping to page views: plain data, no HTML."""
