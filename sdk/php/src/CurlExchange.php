<?php

declare(strict_types=1);

namespace Facevalue;

/** A POST by the extension curl. */
final class CurlExchange
{
    /**
     * @return array{string, list<string>} the body, and the status line with the headers
     * @throws ExchangeError
     */
    public static function post(string $address, string $body, float $timeout): array
    {
        $answer = '';
        $headers = [];
        $isTooLarge = false;
        $curl = curl_init();
        curl_setopt_array($curl, [
            CURLOPT_URL => $address,
            CURLOPT_POSTFIELDS => $body,
            // Without Expect: a long body would wait a second for a proxy that never says "100 Continue".
            CURLOPT_HTTPHEADER => ['Content-Type: application/x-www-form-urlencoded', 'Expect:'],
            CURLOPT_TIMEOUT_MS => (int) ceil($timeout * 1000),
            CURLOPT_NOSIGNAL => true,
            CURLOPT_HEADERFUNCTION => static function ($curl, string $line) use (&$headers): int {
                // What came before, such as 100 Continue, is not the answer.
                $headers = str_starts_with($line, 'HTTP/') ? [trim($line)] : [...$headers, trim($line)];
                return strlen($line);
            },
            CURLOPT_WRITEFUNCTION => static function ($curl, string $part) use (&$answer, &$isTooLarge): int {
                $isTooLarge = strlen($answer) + strlen($part) > ExchangeError::MAX_ANSWER_BYTES;
                $answer .= $isTooLarge ? '' : $part;
                return $isTooLarge ? 0 : strlen($part);
            },
        ]);
        $isDone = curl_exec($curl);
        $why = curl_errno($curl) === CURLE_OPERATION_TIMEDOUT ? null : curl_error($curl);
        curl_close($curl);
        if ($isDone === false) {
            throw $isTooLarge ? ExchangeError::tooLarge() : ($why === null ? ExchangeError::timeIsOver() : new ExchangeError($why));
        }
        return [$answer, array_values(array_filter($headers))];
    }
}
