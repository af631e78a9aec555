<?php

declare(strict_types=1);

namespace Facevalue;

/**
 * No answer came, however often it was asked; or the last attempt was refused, but one before it, whose answer is
 * unknown, may have been accepted (the refusal is the previous exception then). Call a makeOrder again with the same
 * `uuid`, now or after a restart, and it orders at most once.
 */
final class NoAnswerError extends \RuntimeException
{
    /** @param mixed $uuid The uuid that was sent, as it was given; null if the operation has none. */
    public function __construct(string $cmd, string $why, public readonly mixed $uuid, ?\Throwable $previous = null)
    {
        parent::__construct("$cmd got no answer: $why", 0, $previous);
    }
}
