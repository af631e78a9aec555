<?php

declare(strict_types=1);

namespace Facevalue;

/** A POST by PHP's own streams, where the extension curl is not installed. */
final class StreamExchange
{
    /**
     * @return array{string, list<string>} the body, and the status line with the headers
     * @throws ExchangeError
     */
    public static function post(string $address, string $body, float $timeout): array
    {
        $context = stream_context_create(['http' => [
            'method' => 'POST',
            'header' => 'Content-Type: application/x-www-form-urlencoded',
            'content' => $body,
            'timeout' => $timeout,
            'ignore_errors' => true,
            'follow_location' => 0,
        ]]);
        $end = microtime(true) + $timeout;
        // PHP tells why by several warnings; the last one alone says no more than "operation failed".
        $warnings = [];
        set_error_handler(static function (int $level, string $text) use (&$warnings): bool {
            $warnings[] = $text;
            return true;
        });
        try {
            $stream = fopen($address, 'r', false, $context);
            $body = $stream === false ? null : self::read($stream, $end);
            if ($body === null) {
                throw microtime(true) > $end ? ExchangeError::timeIsOver() : new ExchangeError(self::reasonIn($warnings, $address));
            }
            return [$body, stream_get_meta_data($stream)['wrapper_data'] ?? []];
        } finally {
            restore_error_handler();
            if (is_resource($stream ?? null)) {
                fclose($stream);
            }
        }
    }

    /**
     * Without the address, which has the signature in it.
     *
     * @param list<string> $warnings
     */
    private static function reasonIn(array $warnings, string $address): string
    {
        $parts = array_map(static function (string $text) use ($address): string {
            $text = str_replace(["fopen($address): ", 'fopen(): ', $address, 'Failed to open stream: '], '', $text);
            return trim(preg_replace('/\s+/', ' ', $text));
        }, $warnings);
        return implode('; ', array_unique(array_filter($parts))) ?: 'no connection';
    }

    /**
     * Null if it broke off.
     *
     * @param resource $stream
     * @throws ExchangeError
     */
    private static function read($stream, float $end): ?string
    {
        $body = '';
        while (!feof($stream)) {
            $part = fread($stream, 65536);
            if ($part === false || microtime(true) > $end || stream_get_meta_data($stream)['timed_out']) {
                return null;
            }
            $body .= $part;
            if (strlen($body) > ExchangeError::MAX_ANSWER_BYTES) {
                throw ExchangeError::tooLarge();
            }
        }
        return $body;
    }
}
