"""The door through which we speak and work: loops over the jobs."""
