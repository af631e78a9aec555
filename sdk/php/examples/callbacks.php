<?php

// Receives callbacks and writes what became of each order, once: php -S 127.0.0.1:8080 callbacks.php

declare(strict_types=1);

require __DIR__ . '/../autoload.php';

use Facevalue\Callback;

// A real program remembers them in its database, in the transaction that handles the callback.
$seen = sys_get_temp_dir() . '/facevalue-callbacks-' . getmypid();

[$status, $text] = Callback::accept(
    getallheaders(),
    file_get_contents('php://input'),
    getenv('CALLBACK_SECRET'),
    static function (Callback $callback) use ($seen): void {
        if (in_array($callback->webhookId, @file($seen, FILE_IGNORE_NEW_LINES) ?: [], true)) {
            return;
        }
        file_put_contents($seen, "$callback->webhookId\n", FILE_APPEND | LOCK_EX);
        $outcome = $callback->status === 'ok' ? "issued as {$callback->data['order_id']}" : "failed: {$callback->error['code']}";
        file_put_contents('php://stdout', "request {$callback->data['id']} $outcome\n");
    },
);
http_response_code($status);
header('Content-Type: text/plain');
echo $text;
