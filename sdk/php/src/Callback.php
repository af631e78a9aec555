<?php

declare(strict_types=1);

namespace Facevalue;

/**
 * The result of an order, as the platform tells it. `data.id` is 0 in a test call from the cabinet.
 *
 * @phpstan-type CallbackData array{id: int, uuid: string, order_id: int|null, product_id: int, face: int|float, sum: int|float, code: string, comment: string, external_id: string, gift_page_url?: string}
 */
final class Callback
{
    private const INTEGERS = ['id', 'order_id', 'product_id'];
    private const NUMBERS = ['face', 'sum'];

    /**
     * @param string $webhookId the same in every repeat: remember it to handle a callback once
     * @param 'ok'|'error' $status
     * @param CallbackData $data
     * @param array{code: int, text: string}|null $error only when `error`
     */
    private function __construct(
        public readonly string $webhookId,
        public readonly string $status,
        public readonly array $data,
        public readonly ?array $error,
    ) {
    }

    /**
     * Reads a callback, form or JSON, after checking its signature and time.
     *
     * @param array<string, string|list<string>> $headers names in any case
     * @param string $body exactly as received: `file_get_contents('php://input')`
     * @param string|list<string> $secret the callback secret, `whsec_…`; several while it is being replaced
     * @param int $tolerance how many seconds the time of the callback may be from ours
     * @throws CallbackError
     */
    public static function read(
        array $headers,
        string $body,
        #[\SensitiveParameter] string|array $secret,
        int $tolerance = 300,
        ?int $now = null,
    ): self {
        $lower = array_change_key_case($headers);
        [$id, $timestamp, $signature] = array_map(
            static fn (string $name): string => (string) (is_array($lower[$name] ?? '') ? $lower[$name][0] : $lower[$name] ?? ''),
            ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
        );
        if ($id === '' || $timestamp === '' || $signature === '') {
            throw new CallbackError('The callback is not signed.');
        }
        if (preg_match('/^\d{1,12}$/D', $timestamp) !== 1 || abs((int) $timestamp - ($now ?? time())) > $tolerance) {
            throw new CallbackError('The time of the callback is too far from now.');
        }
        if (!self::isGenuine(self::keysOf((array) $secret), "$id.$timestamp.$body", explode(' ', $signature))) {
            throw new CallbackError('The signature of the callback is wrong.');
        }
        $read = str_starts_with($body, '{') ? json_decode($body, true) : self::readForm($body);
        if (!in_array($read['status'] ?? null, ['ok', 'error'], true) || !is_int($read['data']['id'] ?? null)) {
            throw new CallbackError('The callback cannot be read.');
        }
        return new self($id, $read['status'], $read['data'], $read['error'] ?? null);
    }

    /**
     * For any framework: the status and the text to answer. Exactly `OK` once `$handle` is done, 401 when the callback is
     * not genuine, 500 when `$handle` throws or something is set up wrongly, so that the platform repeats it. `$handle`
     * must be quick (the platform waits 10 s) and may be called again for the same `webhookId`.
     *
     * @param array<string, string|list<string>> $headers
     * @param string|list<string> $secret
     * @param callable(Callback): void $handle
     * @param ?callable(\Throwable): void $onError for your log: what was answered with 500; by default `error_log`
     * @return array{int, string}
     */
    public static function accept(
        array $headers,
        string $body,
        #[\SensitiveParameter] string|array $secret,
        callable $handle,
        ?callable $onError = null,
    ): array {
        try {
            $callback = self::read($headers, $body, $secret);
        } catch (CallbackError $error) {
            return [401, $error->getMessage()];
        } catch (\Throwable $error) {
            return self::failed($error, $onError);
        }
        try {
            $handle($callback);
        } catch (\Throwable $error) {
            return self::failed($error, $onError);
        }
        return [200, 'OK'];
    }

    /** @return array{int, string} */
    private static function failed(\Throwable $error, ?callable $onError): array
    {
        try {
            ($onError ?? self::log(...))($error);
        } catch (\Throwable $another) {
            self::log($error);
            self::log($another);
        }
        return [500, 'The callback could not be handled.'];
    }

    /** Without the arguments that stand in a trace: a secret may be among them. */
    private static function log(\Throwable $error): void
    {
        for ($one = $error, $told = []; $one !== null; $one = $one->getPrevious()) {
            $told[] = get_class($one) . ": {$one->getMessage()} in {$one->getFile()}:{$one->getLine()}";
        }
        error_log('Facevalue: a callback could not be handled. ' . implode(', caused by ', $told));
    }

    /**
     * With an empty key anybody could sign. One of several secrets may be missing, for instance while none is being replaced.
     *
     * @param list<?string> $secrets
     * @return list<string>
     */
    private static function keysOf(#[\SensitiveParameter] array $secrets): array
    {
        $keys = array_map(
            static fn (?string $secret): string|false => base64_decode(preg_replace('/^whsec_/', '', $secret ?? ''), true),
            array_values($secrets),
        );
        $whole = array_filter($keys, static fn (string|false $key): bool => $key !== '');
        if ($whole === [] || in_array(false, $whole, true)) {
            throw new \ValueError('The callback secret is missing or is not base64.');
        }
        return array_values($whole);
    }

    /**
     * @param list<string> $keys
     * @param list<string> $given
     */
    private static function isGenuine(#[\SensitiveParameter] array $keys, string $signed, array $given): bool
    {
        $genuine = false;
        foreach ($keys as $key) {
            $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
            foreach ($given as $one) {
                $genuine = hash_equals($expected, $one) || $genuine;
            }
        }
        return $genuine;
    }

    /** A form has texts only: numbers are read, an empty number is null. */
    private static function readForm(string $body): array
    {
        parse_str($body, $read);
        foreach (['data', 'error'] as $group) {
            foreach (is_array($read[$group] ?? null) ? $read[$group] : [] as $field => $value) {
                $isNumber = $group === 'data' ? in_array($field, [...self::INTEGERS, ...self::NUMBERS], true) : $field === 'code';
                if ($isNumber && is_string($value)) {
                    $read[$group][$field] = is_numeric($value) ? $value + 0 : null;
                }
            }
        }
        return $read;
    }
}
