"""Where the bot speaks and works: loops over the jobs."""
