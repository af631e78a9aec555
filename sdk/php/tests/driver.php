<?php

// Runs steps given on standard input with this SDK and prints their outcomes: the same program exists in each language.

declare(strict_types=1);

require __DIR__ . '/../autoload.php';

use Facevalue\{ApiError, Callback, CallbackError, Facevalue, NoAnswerError, NotEndedError, Transport};

$timeout = (float) (getenv('TIMEOUT') ?: 10);
$client = new Facevalue(getenv('BASE_URL'), getenv('ID'), getenv('SECRET'), timeout: $timeout, attempts: 3, pause: 0.02);

function readCallback(array $step): array
{
    $callback = Callback::read($step['headers'], $step['body'], $step['secret'], now: $step['now']);
    $read = ['webhookId' => $callback->webhookId, 'status' => $callback->status, 'data' => $callback->data];
    return $callback->error === null ? $read : $read + ['error' => $callback->error];
}

enum Name: string
{
    case Empty = '';
}

final class Number implements JsonSerializable
{
    public function __construct(private readonly ?string $number)
    {
    }

    public function jsonSerialize(): ?string
    {
        return $this->number;
    }
}

/** Values that a program of this language may have for a uuid and JSON has not. */
function unusual(string $name): mixed
{
    return match ($name) {
        'infinite' => INF,
        'not a number' => NAN,
        'empty text of an enumeration' => Name::Empty,
        'null by JsonSerializable' => new Number(null),
        'empty by JsonSerializable' => new Number(''),
        'an object' => new stdClass(),
    };
}

/** Orders, and once more with the uuid that the answer or the error brought: as a shop does after a restart. */
function orderTwice(Facevalue $client, array $step): array
{
    $fields = $step['fields'];
    if (isset($step['uuidIs'])) {
        $fields['uuid'] = unusual($step['uuidIs']);
    }
    try {
        $uuid = $client->makeOrder($fields)['uuid'];
    } catch (NoAnswerError $error) {
        $uuid = $error->uuid;
    }
    return $client->makeOrder(['uuid' => $uuid] + $fields);
}

function run(Facevalue $client, array $step): mixed
{
    return match ($step['do']) {
        'sign' => Transport::sign($step['cmd'], $step['data'], $step['secret']),
        'callback' => readCallback($step),
        'orderTwice' => orderTwice($client, $step),
        'wait' => $client->waitForOrder($step['id'], $step['ms'] / 1000, 0.02),
        'pdf' => substr($client->getCertificatePdf($step['id']), 0, 5),
        'bulk' => $client->makeWholeBulkOrder($step['fields']),
        'lines' => iterator_to_array($client->reportLines($step['fields']), false),
        default => $client->{$step['do']}(...(isset($step['fields']) ? [$step['fields']] : [])),
    };
}

function outcomeOf(Facevalue $client, array $step): array
{
    try {
        return ['ok' => run($client, $step)];
    } catch (ApiError $error) {
        return [
            'error' => 'ApiError',
            'code' => $error->getCode(),
            'retry' => $error->retry,
            'fields' => $error->fields,
            'problems' => $error->problems,
            'message' => $error->getMessage(),
            'hasRequestId' => $error->requestId !== null,
        ];
    } catch (NoAnswerError $error) {
        return ['error' => 'NoAnswerError', 'hasUuid' => $error->uuid !== null, 'message' => $error->getMessage()];
    } catch (NotEndedError $error) {
        return ['error' => 'NotEndedError', 'status' => $error->lastStatus['status']];
    } catch (CallbackError $error) {
        return ['error' => 'CallbackError', 'message' => $error->getMessage()];
    } catch (JsonException | TypeError $error) {
        return ['error' => 'refused before it was sent', 'message' => $error->getMessage()];
    }
}

$steps = json_decode(file_get_contents('php://stdin'), true, flags: JSON_THROW_ON_ERROR);
$outcomes = array_map(static fn (array $step): array => outcomeOf($client, $step), $steps);
echo json_encode($outcomes, JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR);
