"""What the document says in words only, for requests that schemathesis makes to be valid."""

import unicodedata

import schemathesis


@schemathesis.hook
def before_call(context, case, kwargs):
    body = case.body
    is_valid = case.meta is not None and case.meta.generation.mode.value == "positive"
    if is_valid and isinstance(case.query, dict):
        leave_out_contradictions(case.query)
    if not is_valid or not isinstance(body, dict):
        return
    make_names_visible(body)
    if "payment_code" not in body:
        return
    # A deadline in the future, a possible host, and an order that sums to the amount.
    body["payment_expired_at"] = "2099-01-01T00:00:00+07"
    for name in ("payment_webhook_url", "payment_return_url"):
        if isinstance(body.get(name), str) and body[name].strip():
            body[name] = "https://shop.example/thanks"
    if body.get("customer_orders"):
        item = dict(body["customer_orders"][0], price=body["payment_amount"], quantity=1)
        make_names_visible(item)
        body["customer_orders"] = [item]


def make_names_visible(body):
    # A name has at least one character that people see, which no pattern of the document can say.
    for name in ("name", "customer_name", "reference"):
        if isinstance(body.get(name), str) and not any(map(is_visible, body[name])):
            body[name] = "Budi"


def is_visible(character):
    drawn_as_nothing = "\u115f\u1160\u2800\u3164\uffa0"
    invisible = ("Z", "M", "Cf")
    return not (
        character.isspace()
        or character in drawn_as_nothing
        or unicodedata.category(character).startswith(invisible)
    )


def leave_out_contradictions(query):
    # A cursor must come from an earlier response.
    query.pop("cursor", None)
    if "updated_since" in query:
        query.pop("since", None)
        query.pop("until", None)
    if any(name in query for name in ("since", "until", "updated_since")):
        query.pop("page", None)
