"""The certificate that the bot itself speaks TLS with, where nobody else vouches for it."""

from pathlib import Path

from cryptography.x509 import load_pem_x509_certificate


def self_signed(certificate: Path | None) -> bytes | None:
    """Return what a PEM file holds if its certificate is self-signed: Telegram must be given it."""
    if certificate is None:
        return None
    pem = certificate.read_bytes()
    first = load_pem_x509_certificate(pem)
    return pem if first.issuer == first.subject else None
