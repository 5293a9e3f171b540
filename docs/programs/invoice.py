import json
import os
import sys
from datetime import datetime, timedelta, timezone
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen


def tepat(method, path, body=None):
    request = Request(
        os.environ["TEPAT_URL"] + path,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"X-Api-Key": os.environ["TEPAT_API_KEY"], "Content-Type": "application/json"},
    )
    try:
        with urlopen(request, timeout=30) as response:
            return json.load(response)["data"]
    except HTTPError as error:
        answer = json.load(error)
        raise RuntimeError(f"{answer['code']}: {answer['message']}") from error


code = sys.argv[1]
invoice = tepat("POST", "/gateway/payments", {
    "account_id": os.environ["TEPAT_ACCOUNT_ID"],
    "payment_code": code,
    "payment_amount": 150000,
    "payment_expired_at": (datetime.now(timezone.utc) + timedelta(days=1)).isoformat(timespec="seconds"),
    "customer_name": "Budi",
    "customer_email": "budi@example.com",
})
print(f"pay exactly {invoice['payment_total']} at {invoice['payment_checkout_url']}")

invoice = tepat("GET", "/gateway/payments/" + quote(code, safe=""))
print(f"{invoice['payment_code']} is {invoice['payment_status']}")
