"""What the document says in words only, for requests that schemathesis makes to be valid."""

import schemathesis


@schemathesis.hook
def before_call(context, case, kwargs):
    body = case.body
    is_valid = case.meta is not None and case.meta.generation.mode.value == "positive"
    if is_valid and isinstance(case.query, dict):
        leave_out_contradictions(case.query)
    if not is_valid or not isinstance(body, dict) or "payment_code" not in body:
        return
    # A deadline in the future, a possible host, and an order that sums to the amount.
    body["payment_expired_at"] = "2099-01-01T00:00:00+07"
    for name in ("payment_webhook_url", "payment_return_url"):
        if isinstance(body.get(name), str) and body[name].strip():
            body[name] = "https://shop.example/thanks"
    if body.get("customer_orders"):
        item = dict(body["customer_orders"][0], price=body["payment_amount"], quantity=1)
        body["customer_orders"] = [item]


def leave_out_contradictions(query):
    # A cursor must come from an earlier response.
    query.pop("cursor", None)
    if "updated_since" in query:
        query.pop("since", None)
        query.pop("until", None)
    if any(name in query for name in ("since", "until", "updated_since")):
        query.pop("page", None)
