<?php

declare(strict_types=1);

namespace Facevalue;

/** The platform refused the request. */
final class ApiError extends \RuntimeException
{
    /** Whether the same request may get another answer: no, yes, later, after-fix; 'no' for unknown codes. */
    public readonly string $retry;

    /** @var list<string> Names of the fields that 3601 complains about. */
    public readonly array $fields;

    /**
     * @param ?string $requestId Quote it when you contact support.
     * @param list<array<string, string>> $problems What 3601 says of each field: `field`, `reason`, and `wanted`.
     */
    public function __construct(
        int $code,
        string $text,
        public readonly ?string $requestId,
        public readonly array $problems = [],
    ) {
        $wanted = array_filter($problems, fn ($one) => isset($one['wanted']));
        $parts = array_map(fn ($one) => "{$one['field']}: {$one['wanted']}", $wanted);
        parent::__construct(implode('; ', ["$code: $text", ...$parts]), $code);
        $this->retry = Operations::ERROR_TABLE[$code]['retry'] ?? 'no';
        $list = $code === 3601 ? (explode(': ', $text)[1] ?? null) : null;
        $this->fields = $list === null ? [] : explode(', ', $list);
    }
}
