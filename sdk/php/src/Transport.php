<?php

declare(strict_types=1);

namespace Facevalue;

/** One signed request and its answer; nothing is repeated here. */
final class Transport
{
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

    /** @return array{data: array}|array{code: int, text: string, requestId: ?string, problems: list<array<string, string>>}|array{why: string} */
    public function send(string $cmd, string $data): array
    {
        if (preg_match('~^https?://[^/]~i', $this->baseUrl) !== 1) {
            return ['why' => "the address \"{$this->baseUrl}\" does not begin with https:// or http://"];
        }
        $sig = self::sign($cmd, $data, $this->secret);
        $query = http_build_query(['cmd' => $cmd, 'id' => $this->id, 'in' => 'json', 'out' => 'json', 'sig' => $sig]);
        $address = rtrim($this->baseUrl, '/') . "/?$query";
        $body = http_build_query(['data' => $data]);
        try {
            $answer = function_exists('curl_init')
                ? CurlExchange::post($address, $body, $this->timeout)
                : StreamExchange::post($address, $body, $this->timeout);
        } catch (ExchangeError $error) {
            return ['why' => $error->getMessage()];
        }
        return self::answerOf(...$answer);
    }

    /**
     * Whatever is no envelope comes from something before the platform, a proxy for instance.
     *
     * @param list<string> $headers
     */
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
                $problems = self::problemsIn($error['fields'] ?? null);
                $text = (string) ($error['text'] ?? '');
                return ['code' => $error['code'], 'text' => $text, 'requestId' => $requestId, 'problems' => $problems];
            }
        }
        return ['why' => ($headers[0] ?? 'an answer') . ' without an envelope'];
    }

    /**
     * Only what is text: older platforms send none.
     *
     * @return list<array<string, string>>
     */
    private static function problemsIn(mixed $fields): array
    {
        $listed = array_filter(is_array($fields) ? $fields : [], fn ($one) => is_array($one) && is_string($one['field'] ?? null));
        return array_map(fn ($one) => array_filter($one, is_string(...)), array_values($listed));
    }

    /** @param list<string> $headers */
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
