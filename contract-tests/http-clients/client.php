<?php

// One curl handle, as SDKs use it. Older versions of curl send Expect with each body over 1,024 bytes, so
// Expect is set here.
$curl = curl_init();
foreach (file($argv[1], FILE_IGNORE_NEW_LINES) as $line) {
    [$step, $method, $path, $body] = explode("\t", $line);
    $headers = ['X-Api-Key: ' . getenv('TEPAT_API_KEY')];
    curl_reset($curl);
    if ($body !== '') {
        array_push($headers, 'Content-Type: application/json', 'Expect: 100-continue');
        curl_setopt($curl, CURLOPT_POSTFIELDS, $body);
    }
    curl_setopt_array($curl, [
        CURLOPT_URL => getenv('TEPAT_URL') . $path,
        CURLOPT_CUSTOMREQUEST => $method,
        CURLOPT_HTTPHEADER => $headers,
        CURLOPT_RETURNTRANSFER => true,
    ]);
    $text = curl_exec($curl);
    if ($text === false) {
        throw new RuntimeException(curl_error($curl));
    }
    $answer = json_decode($text, true, 512, JSON_THROW_ON_ERROR);
    echo "$step ", curl_getinfo($curl, CURLINFO_RESPONSE_CODE), ' ', $answer['code'] ?? '', "\n";
}
