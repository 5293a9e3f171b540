import json
import os
import sys
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


code, reference = sys.argv[1:]
path = "/gateway/payments/" + quote(code, safe="") + "/refunds"
refund = tepat("POST", path, {"reference": reference, "amount": 50000, "reason": "One was returned"})
print(f"send {refund['amount']}, then record that in the dashboard")

for refund in tepat("GET", path):
    print(f"{refund['reference']} is {refund['refund_status']}")
