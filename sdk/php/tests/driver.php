<?php

// Runs steps given on standard input with this SDK and prints their outcomes: the same program exists in each language.

declare(strict_types=1);

require __DIR__ . '/../autoload.php';

use Facevalue\{ApiError, Callback, CallbackError, Facevalue, NoAnswerError, NotEndedError, Transport};

$client = new Facevalue(getenv('BASE_URL'), getenv('ID'), getenv('SECRET'), timeout: 10, attempts: 3, pause: 0.02);

function readCallback(array $step): array
{
    $callback = Callback::read($step['headers'], $step['body'], $step['secret'], now: $step['now']);
    $read = ['webhookId' => $callback->webhookId, 'status' => $callback->status, 'data' => $callback->data];
    return $callback->error === null ? $read : $read + ['error' => $callback->error];
}

function run(Facevalue $client, array $step): mixed
{
    return match ($step['do']) {
        'sign' => Transport::sign($step['cmd'], $step['data'], $step['secret']),
        'callback' => readCallback($step),
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
            'message' => $error->getMessage(),
            'hasRequestId' => $error->requestId !== null,
        ];
    } catch (NoAnswerError $error) {
        return ['error' => 'NoAnswerError', 'hasUuid' => $error->uuid !== null];
    } catch (NotEndedError $error) {
        return ['error' => 'NotEndedError', 'status' => $error->lastStatus['status']];
    } catch (CallbackError $error) {
        return ['error' => 'CallbackError', 'message' => $error->getMessage()];
    }
}

$steps = json_decode(file_get_contents('php://stdin'), true, flags: JSON_THROW_ON_ERROR);
$outcomes = array_map(static fn (array $step): array => outcomeOf($client, $step), $steps);
echo json_encode($outcomes, JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR);
