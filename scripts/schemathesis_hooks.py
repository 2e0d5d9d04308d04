"""What a fixed request cannot say: docs/guides/fuzz-the-api.md."""

import itertools
import uuid

import schemathesis

run = uuid.uuid4().hex
counter = itertools.count()


@schemathesis.hook
def before_call(context, case, kwargs):
    """A key of its own for each write that is to have one: under one and the same key all but the first would be 409."""
    headers = case.headers or {}
    key = headers.get("idempotency-key")
    if isinstance(key, str) and 0 < len(key) <= 255 and key.isascii() and key.isprintable() and key.strip() == key:
        case.headers["idempotency-key"] = f"{run}-{next(counter)}"
