<?php

declare(strict_types=1);

// For programs without Composer.
spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'Facevalue\\')) {
        require __DIR__ . '/src/' . substr($class, strlen('Facevalue\\')) . '.php';
    }
});
