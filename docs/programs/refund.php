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

[, $code, $reference] = $argv;
$path = '/gateway/payments/' . rawurlencode($code) . '/refunds';
$refund = tepat('POST', $path, ['reference' => $reference, 'amount' => 50000, 'reason' => 'One was returned']);
echo "send {$refund['amount']}, then record that in the dashboard\n";

foreach (tepat('GET', $path) as $refund) {
    echo "{$refund['reference']} is {$refund['refund_status']}\n";
}
