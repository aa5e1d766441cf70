"""What operators read of a process: log lines, counts, traces, signs of life."""
