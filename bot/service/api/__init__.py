"""The service over HTTP: keys, bodies in both encodings, routes, answers."""
