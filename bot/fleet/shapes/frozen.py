"""What all canonical shapes have in common."""

from pydantic import BaseModel, ConfigDict


class Frozen(BaseModel):
    """A value that does not change, survives JSON unchanged, and ignores fields of later days."""

    model_config = ConfigDict(frozen=True, extra="ignore", allow_inf_nan=False)
