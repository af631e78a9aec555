<?php

// Runs the README's route for Laravel ($argv[1]) with the few things of Laravel that it uses, in the shape they have there.

declare(strict_types=1);

use Facevalue\Callback;

require __DIR__ . '/../../sdk/php/autoload.php';

final class HeaderBag
{
    public function __construct(private readonly array $sent)
    {
    }

    /** Lower-case names, each with the list of its values. */
    public function all(): array
    {
        return array_map(static fn (string $value): array => [$value], array_change_key_case($this->sent));
    }
}

final class Request
{
    public function __construct(public readonly HeaderBag $headers, private readonly string $content)
    {
    }

    public function getContent(): string
    {
        return $this->content;
    }
}

final class Response
{
    public array $headers = [];

    public function __construct(public readonly string $content, public readonly int $status)
    {
    }

    public function header(string $name, string $value): self
    {
        $this->headers[strtolower($name)] = $value;
        return $this;
    }
}

final class Route
{
    public static array $posts = [];

    public static function post(string $path, Closure $action): void
    {
        self::$posts[$path] = $action;
    }
}

function response(string $content, int $status): Response
{
    return new Response($content, $status);
}

function config(string $name): string
{
    global $asked;
    return $name === 'facevalue.secret' ? $asked['secret'] : throw new ValueError($name);
}

$asked = json_decode(stream_get_contents(STDIN), true, flags: JSON_THROW_ON_ERROR);
$handled = [];
$handle = function (Callback $callback) use (&$handled): void {
    $handled[] = [$callback->webhookId, $callback->status, $callback->data['id'], $callback->data['comment']];
    if ($callback->data['comment'] === 'fails') {
        throw new RuntimeException('no database');
    }
};
eval("use Facevalue\\Callback;\n" . $argv[1]);
$answers = array_map(static function (array $step): array {
    $response = (Route::$posts['/callbacks'])(new Request(new HeaderBag($step['headers']), $step['body']));
    return [$response->status, $response->headers['content-type'], $response->content];
}, $asked['steps']);
echo json_encode(['answers' => $answers, 'handled' => $handled], JSON_UNESCAPED_UNICODE);
