<?php

declare(strict_types=1);

namespace Facevalue;

/** One signed request and its answer; nothing is repeated here. */
final class Transport
{
    /** The largest answer, a page of 500 lines or a PDF, is far below. */
    private const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

    public function __construct(
        private readonly string $baseUrl,
        private readonly int|string $id,
        #[\SensitiveParameter] private readonly string $secret,
        private readonly float $timeout,
    ) {
    }

    /** The signature of a call: hex SHA-256 of the command, the text of data exactly as sent, and the secret. */
    public static function sign(string $cmd, string $data, #[\SensitiveParameter] string $secret): string
    {
        return hash('sha256', $cmd . $data . $secret);
    }

    /** @return array{data: array}|array{code: int, text: string, requestId: ?string}|array{why: string} */
    public function send(string $cmd, string $data): array
    {
        $sig = self::sign($cmd, $data, $this->secret);
        $query = http_build_query(['cmd' => $cmd, 'id' => $this->id, 'in' => 'json', 'out' => 'json', 'sig' => $sig]);
        $context = stream_context_create(['http' => [
            'method' => 'POST',
            'header' => 'Content-Type: application/x-www-form-urlencoded',
            'content' => http_build_query(['data' => $data]),
            'timeout' => $this->timeout,
            'ignore_errors' => true,
            'follow_location' => 0,
        ]]);
        $stream = @fopen(rtrim($this->baseUrl, '/') . "/?$query", 'r', false, $context);
        if ($stream === false) {
            return ['why' => 'no connection'];
        }
        try {
            return $this->read($stream);
        } finally {
            fclose($stream);
        }
    }

    /** @param resource $stream */
    private function read($stream): array
    {
        $end = microtime(true) + $this->timeout;
        $body = '';
        while (!feof($stream)) {
            $part = fread($stream, 65536);
            $state = stream_get_meta_data($stream);
            if ($part === false || $state['timed_out'] || microtime(true) > $end) {
                return ['why' => 'the time is over'];
            }
            $body .= $part;
            if (strlen($body) > self::MAX_ANSWER_BYTES) {
                return ['why' => 'the answer is larger than ' . self::MAX_ANSWER_BYTES . ' bytes'];
            }
        }
        return self::answerOf($body, stream_get_meta_data($stream)['wrapper_data'] ?? []);
    }

    /** Whatever is no envelope comes from something before the platform, a proxy for instance. */
    private static function answerOf(string $body, array $headers): array
    {
        $envelope = json_decode($body, true);
        if (is_array($envelope)) {
            if (($envelope['status'] ?? null) === 'ok' && is_array($envelope['data'] ?? null)) {
                return ['data' => $envelope['data']];
            }
            $error = $envelope['error'] ?? null;
            if (($envelope['status'] ?? null) === 'error' && is_int($error['code'] ?? null)) {
                $requestId = self::header('x-request-id', $headers);
                return ['code' => $error['code'], 'text' => (string) ($error['text'] ?? ''), 'requestId' => $requestId];
            }
        }
        return ['why' => ($headers[0] ?? 'an answer') . ' without an envelope'];
    }

    private static function header(string $name, array $headers): ?string
    {
        foreach ($headers as $header) {
            [$key, $value] = explode(':', $header, 2) + [1 => ''];
            if (strtolower($key) === $name) {
                return trim($value);
            }
        }
        return null;
    }
}
