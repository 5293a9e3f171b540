<?php

function tepat(string $method, string $path, ?array $body = null): array
{
    $curl = curl_init(getenv('TEPAT_URL') . $path);
    curl_setopt_array($curl, [
        CURLOPT_CUSTOMREQUEST => $method,
        CURLOPT_HTTPHEADER => ['X-Api-Key: ' . getenv('TEPAT_API_KEY'), 'Content-Type: application/json'],
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => 30,
    ]);
    if ($body !== null) {
        curl_setopt($curl, CURLOPT_POSTFIELDS, json_encode($body));
    }
    $text = curl_exec($curl);
    if ($text === false) {
        throw new RuntimeException(curl_error($curl));
    }
    $answer = json_decode($text, true);
    if (curl_getinfo($curl, CURLINFO_RESPONSE_CODE) >= 300) {
        throw new RuntimeException("{$answer['code']}: {$answer['message']}");
    }
    return $answer['data'];
}

$code = $argv[1];
$invoice = tepat('POST', '/gateway/payments', [
    'account_id' => getenv('TEPAT_ACCOUNT_ID'),
    'payment_code' => $code,
    'payment_amount' => 150000,
    'payment_expired_at' => date(DATE_ATOM, time() + 24 * 3600),
    'customer_name' => 'Budi',
    'customer_email' => 'budi@example.com',
]);
echo "pay exactly {$invoice['payment_total']} at {$invoice['payment_checkout_url']}\n";

$invoice = tepat('GET', '/gateway/payments/' . rawurlencode($code));
echo "{$invoice['payment_code']} is {$invoice['payment_status']}\n";
