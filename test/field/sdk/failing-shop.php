<?php

// A shop whose database is away, asked in several set-ups; prints what each answered and told. Exists in each language.

declare(strict_types=1);

require __DIR__ . '/../../../sdk/php/autoload.php';

use Facevalue\Callback;

$asked = json_decode(stream_get_contents(STDIN), true, flags: JSON_THROW_ON_ERROR);
$answers = [];
foreach ($asked['setups'] as $setup) {
    $told = [];
    $hook = match ($setup['hook']) {
        'none' => null,
        'tells' => function (Throwable $error) use (&$told): void {
            $told[] = $error->getMessage();
        },
        'fails' => fn (Throwable $error) => throw new RuntimeException('no log'),
    };
    $handle = function (Callback $callback) use ($setup): void {
        if (!$setup['works']) {
            throw new RuntimeException('no database');
        }
    };
    [$status] = Callback::accept($asked['headers'], $asked['body'], $setup['secret'], $handle, onError: $hook);
    $answers[] = [$status, $told];
}
echo json_encode($answers);
