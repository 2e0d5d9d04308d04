"""What a static configuration cannot express: docs/guides/fuzz-the-api.md."""

import itertools
import uuid

import schemathesis

run = uuid.uuid4().hex
counter = itertools.count()


@schemathesis.hook
def before_call(context, case, kwargs):
    """Gives each write that has an idempotency key a unique one: with a shared key, all but the first would be 409."""
    headers = case.headers or {}
    key = headers.get("idempotency-key")
    if isinstance(key, str) and 0 < len(key) <= 255 and key.isascii() and key.isprintable() and key.strip() == key:
        case.headers["idempotency-key"] = f"{run}-{next(counter)}"
