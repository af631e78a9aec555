<?php

// Orders a test certificate, waits until it is issued, and prints its gift page.

declare(strict_types=1);

require __DIR__ . '/../autoload.php';

$facevalue = new Facevalue\Facevalue(getenv('BASE_URL'), getenv('ID'), getenv('SECRET'));

$accepted = $facevalue->makeOrder([
    'product_id' => (int) getenv('PRODUCT'),
    'face' => (int) getenv('FACE'),
    'delivery_type' => 'link',
    'comment' => 'Подарок маме',
    'testmode' => true,
    // The number of the order in your shop: a program that was killed calls again with the same and orders once.
    'uuid' => getenv('ORDER_NUMBER') ?: '',
]);
$order = $facevalue->waitForOrder($accepted['id']);
if ($order['status'] !== 'ok') {
    exit("The order ended with {$order['error_code']}: {$order['error_text']}\n");
}
echo $order['link'], "\n";
