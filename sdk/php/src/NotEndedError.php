<?php

declare(strict_types=1);

namespace Facevalue;

/** The order had not ended when waiting for it did. */
final class NotEndedError extends \RuntimeException
{
    /** @param array<string, mixed> $lastStatus */
    public function __construct(public readonly array $lastStatus)
    {
        parent::__construct("Order {$lastStatus['id']} is still {$lastStatus['status']}.");
    }
}
