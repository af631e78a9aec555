<?php

declare(strict_types=1);

namespace Facevalue;

/** Nothing was answered; its message is the reason. */
final class ExchangeError extends \RuntimeException
{
    /** The largest answer, a page of 500 lines or a PDF, is far below. */
    public const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

    public static function tooLarge(): self
    {
        return new self('the answer is larger than ' . self::MAX_ANSWER_BYTES . ' bytes');
    }

    public static function timeIsOver(): self
    {
        return new self('the time is over');
    }
}
