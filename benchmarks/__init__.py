"""Speed against what one would use instead, as ratios within one interleaved run."""
