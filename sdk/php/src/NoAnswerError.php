<?php

declare(strict_types=1);

namespace Facevalue;

/**
 * No answer came, however often it was asked. A makeOrder may have been accepted: call it again with the same `uuid`,
 * now or after a restart, and it orders at most once.
 */
final class NoAnswerError extends \RuntimeException
{
    /** @param ?string $uuid The uuid that was sent, if the operation has one. */
    public function __construct(string $cmd, string $why, public readonly ?string $uuid)
    {
        parent::__construct("$cmd got no answer: $why");
    }
}
