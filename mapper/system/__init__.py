"""What a system is: what it reads and writes, how it is shown, and the programs that it can run."""
