<?php

declare(strict_types=1);

namespace Facevalue;

/** Cuts the orders of a bulk order into parts, each small enough for one request. The same orders are always cut alike. */
final class BulkParts
{
    /** What makeBulkOrder takes at once: orders, and bytes of a form-encoded body with some space for its other fields. */
    private const MAX_ORDERS = 1_000;
    private const MAX_BODY_BYTES = 64_000;

    /**
     * @param list<array<string, mixed>> $orders
     * @return list<list<array<string, mixed>>>
     */
    public static function of(array $orders): array
    {
        $parts = [];
        $bytes = 0;
        foreach ($orders as $order) {
            $json = json_encode($order, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR);
            $more = strlen(urlencode($json)) + 3;
            $last = count($parts) - 1;
            if ($last < 0 || count($parts[$last]) === self::MAX_ORDERS || $bytes + $more > self::MAX_BODY_BYTES) {
                $parts[++$last] = [];
                $bytes = 0;
            }
            $parts[$last][] = $order;
            $bytes += $more;
        }
        return $parts;
    }
}
