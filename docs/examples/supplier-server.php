<?php

// A supplier in Facevalue's sample shape: TOKEN=… DATA=folder php -S 127.0.0.1:8099 supplier-server.php
// Keeps a file an order, so that it runs without a database; a real one keeps codes in a database.

declare(strict_types=1);

const FACES = [500, 1000, 3000];
const EXPIRE_AT = '2030-12-31 23:59:59'; // Moscow time

function digits(int $count): string
{
    return implode('', array_map(static fn (): int => random_int(0, 9), range(1, $count)));
}

function refused(int $status, string $code): array
{
    return [$status, ['error' => ['code' => $code, 'text' => $code]]];
}

/** The path of what belongs to a key: names of files never come from outside. */
function fileOf(string $kind, string $key): string
{
    return (getenv('DATA') ?: sys_get_temp_dir()) . "/$kind-" . hash('sha256', $key) . '.json';
}

function issue(array $request): array
{
    $requestId = $request['request_id'] ?? null;
    $face = $request['denomination'] ?? null;
    if (!is_string($requestId) || $requestId === '') {
        return refused(400, 'malformed');
    }
    if (!in_array($face, FACES, true)) {
        return refused(422, 'bad_face');
    }
    // A repeat, even at the same moment, gets the answer of the first.
    $file = fopen(fileOf('order', $requestId), 'c+');
    flock($file, LOCK_EX);
    $kept = stream_get_contents($file);
    if ($kept === '') {
        $code = digits(16);
        file_put_contents(fileOf('code', $code), $requestId);
        $kept = json_encode([
            'request_id' => $requestId,
            'denomination' => $face,
            'code' => $code,
            'pin' => digits(4),
            'expire_at' => EXPIRE_AT,
        ]);
        fwrite($file, $kept);
        fflush($file);
    }
    fclose($file);
    return [201, json_decode($kept, true)];
}

function activate(array $request): array
{
    $code = $request['code'] ?? null;
    return is_string($code) && file_exists(fileOf('code', $code)) ? [200, null] : refused(404, 'bad_code');
}

function answer(): array
{
    $given = getallheaders()['Authorization'] ?? getallheaders()['authorization'] ?? '';
    if (getenv('TOKEN') && !hash_equals('Bearer ' . getenv('TOKEN'), $given)) {
        return refused(401, 'unauthorized');
    }
    $request = json_decode(file_get_contents('php://input'), true);
    if (!is_array($request)) {
        return refused(400, 'malformed');
    }
    return match ("{$_SERVER['REQUEST_METHOD']} {$_SERVER['REQUEST_URI']}") {
        'POST /api/issueCertificate' => issue($request),
        'PUT /api/activateCertificate' => activate($request),
        default => refused(404, 'malformed'),
    };
}

[$status, $answer] = answer();
http_response_code($status);
header('Content-Type: application/json');
echo $answer === null ? '' : json_encode($answer);
