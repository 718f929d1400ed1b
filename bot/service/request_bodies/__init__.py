"""The bodies of requests, in both variants where the contract has two (contract: Endpoints)."""
