-- The fleet service has a database of its own.
CREATE DATABASE fleet;
