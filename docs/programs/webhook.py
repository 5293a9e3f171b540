import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, HTTPServer


def is_genuine(secret, headers, body):
    event_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not (timestamp.isascii() and timestamp.isdigit()) or abs(time.time() - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{event_id}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    signatures = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(expected, signature) for signature in signatures)


class Webhooks(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        genuine = is_genuine(os.environ["TEPAT_WEBHOOK_SECRET"], self.headers, body)
        if genuine:
            event = json.loads(body)
            print(event["type"], event["data"]["payment_code"], flush=True)
        self.send_response(204 if genuine else 400)
        self.end_headers()


HTTPServer(("127.0.0.1", int(os.environ["PORT"])), Webhooks).serve_forever()
