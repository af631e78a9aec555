<?php

declare(strict_types=1);

namespace Facevalue;

/**
 * The API of one client. Requests that got no answer, 9000 or 1003 are repeated, which is safe: what orders or announces
 * carries a uuid (one is made where you give none), the rest only reads or sends at most once a minute. Throws ApiError
 * when the platform refuses; NoAnswerError when no answer came, or when an order may have been accepted by an attempt
 * before the last one.
 */
final class Facevalue extends Operations
{
    private const TOO_MANY_WAITING = 1003;
    private const NOTHING_DECIDED = 9000;
    /** Requests that were not read, signed or taken have lower codes: nobody looked whether their uuid is known. */
    private const FIRST_DECISION = 1100;
    private const LONGEST_PAUSE = 5.0;
    private const JSON = JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR;

    private readonly Transport $transport;

    /**
     * @param string $baseUrl address of the installation, for instance `https://gifts.example`
     * @param int|string $id the client's identifier, digits
     * @param float $timeout seconds of one request
     * @param int $attempts how often a request is sent at most when no answer comes
     * @param float $pause seconds before the second attempt, doubled before each further one
     */
    public function __construct(
        string $baseUrl,
        int|string $id,
        #[\SensitiveParameter] string $secret,
        float $timeout = 30,
        private readonly int $attempts = 5,
        private readonly float $pause = 0.5,
    ) {
        $this->transport = new Transport($baseUrl, $id, $secret, $timeout);
    }

    /**
     * Asks for the status until the order is `ok` or `error`; throws NotEndedError after `$timeout` seconds. Orders that
     * are `delayed` may take hours: rely on the callback there.
     *
     * @return OrderStatus
     */
    public function waitForOrder(int $id, float $timeout = 120, float $pause = 0.2): array
    {
        $end = microtime(true) + $timeout;
        while (true) {
            $status = $this->getStatus(['id' => $id]);
            if (in_array($status['status'], ['ok', 'error'], true)) {
                return $status;
            }
            if (microtime(true) + $pause > $end) {
                throw new NotEndedError($status);
            }
            self::sleep($pause);
            $pause = min($pause * 1.5, self::LONGEST_PAUSE);
        }
    }

    /** The certificate as a PDF. */
    public function getCertificatePdf(int $id): string
    {
        return base64_decode($this->getCertificate(['queue_id' => $id])['certificate'], true);
    }

    /**
     * Orders any number of certificates (up to 100,000) as one bulk order, in parts that fit into a request.
     *
     * @param MakeBulkOrderRequest $bulk
     * @return MakeBulkOrderAnswer
     */
    public function makeWholeBulkOrder(array $bulk): array
    {
        $parts = BulkParts::of($bulk['orders']);
        if ($parts === []) {
            throw new \ValueError('A bulk order needs at least one order.');
        }
        foreach ($parts as $index => $orders) {
            $part = ['orders' => $orders, 'part' => $index + 1, 'parts' => count($parts)];
            $answer = $this->makeBulkOrder($part + $bulk);
        }
        return $answer;
    }

    /**
     * All lines of a bulk order (by its id or uuid) as they stand now, page by page.
     *
     * @param GetReportRequest $bulk
     * @return \Generator<BulkLine>
     */
    public function reportLines(array $bulk): \Generator
    {
        $after = 0;
        while ($after !== null) {
            $page = $this->getReport(['after' => $after] + $bulk);
            foreach ($page['lines'] as $line) {
                yield $line;
            }
            $after = $page['next'];
        }
    }

    protected function call(string $cmd, array $fields): array
    {
        $uuid = in_array($cmd, self::COMMANDS_WITH_UUID, true) ? self::uuidOf($fields) : null;
        $sent = $uuid === null ? $fields : ['uuid' => $uuid] + $fields;
        // Signed and sent as one text: a second encoding might differ.
        $data = json_encode($sent === [] ? new \stdClass() : $sent, self::JSON);
        $mayBeAccepted = false;
        for ($attempt = 1;; $attempt++) {
            $answer = $this->transport->send($cmd, $data);
            if (isset($answer['data'])) {
                return $uuid === null ? $answer['data'] : $answer['data'] + ['uuid' => $uuid];
            }
            $last = $attempt >= $this->attempts;
            if (isset($answer['why'])) {
                $mayBeAccepted = true;
                if ($last) {
                    throw new NoAnswerError($cmd, $answer['why'], $uuid);
                }
            } else {
                $error = new ApiError($answer['code'], $answer['text'], $answer['requestId'], $answer['problems']);
                $mayBeAccepted = $mayBeAccepted || $answer['code'] === self::NOTHING_DECIDED;
                if ($last || !in_array($answer['code'], [self::TOO_MANY_WAITING, self::NOTHING_DECIDED], true)) {
                    $isUnclear = $mayBeAccepted && $uuid !== null && !self::isDecision($answer['code']);
                    throw $isUnclear ? new NoAnswerError($cmd, $error->getMessage(), $uuid, $error) : $error;
                }
            }
            self::sleep(min($this->pause * 2 ** ($attempt - 1), self::LONGEST_PAUSE) * mt_rand(75, 125) / 100);
        }
    }

    /**
     * Its own uuid or a new one, which all repeats then share. The platform takes null and '' for absent, but not '0',
     * and sees an object as JSON does.
     *
     * @param array<string, mixed> $fields
     */
    private static function uuidOf(array $fields): mixed
    {
        $given = json_decode(json_encode($fields['uuid'] ?? null, self::JSON), false);
        return $given === null || $given === '' ? self::newUuid() : $fields['uuid'];
    }

    private static function isDecision(int $code): bool
    {
        return $code >= self::FIRST_DECISION && $code !== self::NOTHING_DECIDED;
    }

    private static function sleep(float $seconds): void
    {
        usleep((int) round($seconds * 1_000_000));
    }

    private static function newUuid(): string
    {
        $bytes = random_bytes(16);
        $bytes[6] = chr(ord($bytes[6]) & 0x0f | 0x40);
        $bytes[8] = chr(ord($bytes[8]) & 0x3f | 0x80);
        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
    }
}
