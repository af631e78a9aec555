<?php

declare(strict_types=1);

namespace Facevalue;

/** The callback is not genuine or cannot be read. Its text has nothing of the callback in it. */
final class CallbackError extends \RuntimeException
{
}
