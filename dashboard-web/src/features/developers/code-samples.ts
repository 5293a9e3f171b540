/**
 * The same first invoice in several languages. Each program reads the key from the environment, because keys do
 * not belong in source code.
 */

export interface Sample {
  /** The address of this gateway. */
  baseUrl: string;
  accountId: string;
  amount: number;
  /** The current time. The sample's deadline is one day later. */
  now: Date;
}

const day = 24 * 3600 * 1000;

export const codeSamples = {
  curl: ({ baseUrl, accountId, amount, now }: Sample) => `curl "${baseUrl}/gateway/payments" \\
  -H "X-Api-Key: $TEPAT_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{
    "account_id": "${accountId}",
    "payment_code": "TRY-'$(date +%s)'",
    "payment_amount": ${amount},
    "payment_expired_at": "${new Date(now.getTime() + day).toISOString()}",
    "customer_name": "Budi",
    "customer_email": "budi@example.com"
  }'`,

  TypeScript: ({ baseUrl, accountId, amount }: Sample) => `import { Tepat } from "@tepat/sdk";

const tepat = new Tepat({
  apiKey: process.env.TEPAT_API_KEY ?? "",
  baseUrl: "${baseUrl}",
});
const payment = await tepat.payments.create({
  account_id: "${accountId}",
  payment_code: \`TRY-\${Date.now()}\`,
  payment_amount: ${amount},
  payment_expired_at: new Date(Date.now() + 24 * 3600 * 1000).toISOString(),
  customer_name: "Budi",
  customer_email: "budi@example.com",
});
console.log(\`Pay exactly Rp\${payment.payment_total} at \${payment.payment_checkout_url}\`);`,

  PHP: ({ baseUrl, accountId, amount }: Sample) => `<?php

$curl = curl_init('${baseUrl}/gateway/payments');
curl_setopt_array($curl, [
    CURLOPT_HTTPHEADER => ['X-Api-Key: ' . getenv('TEPAT_API_KEY'), 'Content-Type: application/json'],
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 30,
    CURLOPT_POSTFIELDS => json_encode([
        'account_id' => '${accountId}',
        'payment_code' => uniqid('TRY-'),
        'payment_amount' => ${amount},
        'payment_expired_at' => date(DATE_ATOM, time() + 24 * 3600),
        'customer_name' => 'Budi',
        'customer_email' => 'budi@example.com',
    ]),
]);
$answer = json_decode(curl_exec($curl), true);
if (!$answer['success']) {
    throw new RuntimeException("{$answer['code']}: {$answer['message']}");
}
echo "Pay exactly Rp{$answer['data']['payment_total']} at {$answer['data']['payment_checkout_url']}\\n";`,

  Python: ({ baseUrl, accountId, amount }: Sample) => `import json
import os
import time
from datetime import datetime, timedelta, timezone
from urllib.request import Request, urlopen

request = Request(
    "${baseUrl}/gateway/payments",
    data=json.dumps({
        "account_id": "${accountId}",
        "payment_code": f"TRY-{time.time_ns()}",
        "payment_amount": ${amount},
        "payment_expired_at": (datetime.now(timezone.utc) + timedelta(days=1)).isoformat(timespec="seconds"),
        "customer_name": "Budi",
        "customer_email": "budi@example.com",
    }).encode(),
    headers={"X-Api-Key": os.environ["TEPAT_API_KEY"], "Content-Type": "application/json"},
)
with urlopen(request, timeout=30) as response:
    payment = json.load(response)["data"]
print(f"Pay exactly Rp{payment['payment_total']} at {payment['payment_checkout_url']}")`,
} as const;

export type SampleLanguage = keyof typeof codeSamples;

export const sampleLanguages = Object.keys(codeSamples) as SampleLanguage[];
