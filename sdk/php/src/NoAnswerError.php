<?php

declare(strict_types=1);

namespace Facevalue;

/**
 * No answer came, however often it was asked. A makeOrder may have been accepted: call it again with the same `uuid`,
 * now or after a restart, and it orders at most once.
 */
final class NoAnswerError extends \RuntimeException
{
    /** @param mixed $uuid The uuid that was sent, as it was given; null if the operation has none. */
    public function __construct(string $cmd, string $why, public readonly mixed $uuid)
    {
        parent::__construct("$cmd got no answer: $why");
    }
}
