import os
import sys

import requests

session = requests.Session()
session.headers["X-Api-Key"] = os.environ["TEPAT_API_KEY"]
with open(sys.argv[1]) as file:
    lines = file.read().split("\n")
for line in lines:
    step, method, path, body = line.split("\t")
    response = session.request(
        method,
        os.environ["TEPAT_URL"] + path,
        data=body.encode() or None,
        headers={"Content-Type": "application/json"} if body else None,
    )
    print(step, response.status_code, response.json().get("code", ""))
