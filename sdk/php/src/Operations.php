<?php

// Made by sdk/generate.ts from docs/openapi.json. Do not edit.

declare(strict_types=1);

namespace Facevalue;

/**
 * One method an operation. The shapes are for PHPStan, Psalm and editors.
 *
 * @phpstan-type TestAnswer array{sample_text: 'Test function works!', available_methods: list<string>}
 * @phpstan-type GetProductsRequest array{extended?: string}
 * @phpstan-type Product array{id: string, title: string, url: string, brief: string, supplier_id: int, certificates_in_one_purchase: int, region: string, code: string, main_image: ProductImage, image_url: string, categories: list<int>, faces: list<int|float>, face_step: string, face_min: string, face_max: string, digital_acceptance: 'eshop'|'offline'|'any'|'no'|'exchange', is_merchant_cert: '0'|'1', is_predefined_cert: '0'|'1', www: string, disclaimer: string, catalog_comment: string, activation_delay: int, face_multiplier: int}
 * @phpstan-type ProductImage array{small: string, medium: string, large: string}
 * @phpstan-type Category array{id: string, code: string, url: string, title: string, title_en: string, type: 'catalog', active: '1', seo_h1: string, seo_text: string, sort: string, visible_since: string|null, visible_until: string|null, visible_yearly: int, products_count: int, elements: int, region: string|null}
 * @phpstan-type GetAddressRequest array{product_id?: list<int>, area_name?: string, locality_name?: string}
 * @phpstan-type GetBalanceAnswer array{balance: int}
 * @phpstan-type Order array{product_id: int, face: int|float, uuid?: string, email_from?: string, email_to?: string, from?: string, to?: string, to_phone?: string, date_send?: string, text?: string, code?: string, comment?: string, external_id?: string, delivery_type?: 'email'|'sms'|'link'|'download'|'code', ttl?: int, testmode?: bool, callback?: string}
 * @phpstan-type MakeOrderAnswer array{id: int, uuid: string}
 * @phpstan-type GetStatusRequest array{id: int}
 * @phpstan-type OrderStatus array{status: 'processing'|'delayed'|'ok'|'error', id: int, order_id: int|null, product_id: int, face: int|float, balance: null, sum: int|float|null, expire_date: string|null, code: string, comment: string, external_id: string|null, testmode: 0|1, link?: string, delivery?: list<Delivery>, refunded_at?: string, refunded_sum?: int|float, error_code?: int, error_text?: string, reason?: 'failed'|'cancelled'|'refunded'}
 * @phpstan-type Delivery array{channel: 'email'|'sms', kind: 'certificate'|'notice'|'receipt', to: string, state: 'scheduled'|'waiting'|'retrying'|'sent'|'delivered'|'failed'|'unknown'|'dropped', at: string, reason?: string}
 * @phpstan-type GetLinksRequest array{queue_id?: int, id?: int}
 * @phpstan-type GetLinksAnswer array{download_url: string|null, exchange_url: string|null}
 * @phpstan-type GetCodeRequest array{queue_id?: int, id?: int}
 * @phpstan-type GetCodeAnswer array{code: string, pin: string, expire_date: string|null, format: string}
 * @phpstan-type GetCertificateRequest array{queue_id?: int, id?: int}
 * @phpstan-type GetCertificateAnswer array{certificate: string}
 * @phpstan-type ResendRequest array{queue_id?: int, id?: int, email_to?: string, to_phone?: string}
 * @phpstan-type ResendAnswer array{id: int, channels: list<'email'|'sms'>, left_today: int}
 * @phpstan-type MakeBulkOrderRequest array{uuid: string, orders: list<Order>, part?: int, parts?: int, placing?: 'all'|'right'|'asked'}
 * @phpstan-type MakeBulkOrderAnswer array{id: int, status: 'reading'|'preview'|'placing'|'paused'|'done'|'cancelled', parts_received: int, orders: int, wrong: int}
 * @phpstan-type GetReportRequest array{id?: int, uuid?: string, after?: int}
 * @phpstan-type BulkReport array{id: int, uuid: string|null, status: 'reading'|'preview'|'placing'|'paused'|'done'|'cancelled', reason: string|null, orders: int, wrong: int, placed: int, refused: int, issued: int, failed: int, added_at: string, ended_at: string|null, lines: list<BulkLine>, next: int|null}
 * @phpstan-type BulkLine array{line: int, status: 'right'|'wrong'|'placed'|'issued'|'failed'|'refused', id: int|null, order_id: int|null, external_id: string, link: string|null, problems: list<BulkProblem>}
 * @phpstan-type BulkProblem array{field: string, reason: string, text: string}
 * @phpstan-type MakeTopUpRequest array{sum: int|float, uuid?: string}
 * @phpstan-type MakeTopUpAnswer array{id: int, reference: string, sum: int|float, status: 'waiting'|'booked'|'reversed'|'withdrawn', booked_sum: int|float|null, booked_at: string|null, uuid: string}
 * @phpstan-type GetTopUpStatusRequest array{id: int}
 * @phpstan-type GetTopUpStatusAnswer array{id: int, reference: string, sum: int|float, status: 'waiting'|'booked'|'reversed'|'withdrawn', booked_sum: int|float|null, booked_at: string|null}
 * @phpstan-type GetTopUpLimitAnswer array{min: int|float, max: int|float, waiting: int, waiting_max: int}
 * @phpstan-type MoveTestClockRequest array{id: int, seconds: int}
 * @phpstan-type MoveTestClockAnswer array{id: int, ahead: int}
 */
abstract class Operations
{
    /** Every error code of the API and its callbacks; `retry`: whether the same request may get another answer. */
    public const ERROR_TABLE = [
        1000 => ['meaning' => 'The request could not be read', 'retry' => 'after-fix'],
        1001 => ['meaning' => 'There is no such operation', 'retry' => 'after-fix'],
        1002 => ['meaning' => 'Client, signature or address is not accepted', 'retry' => 'after-fix'],
        1003 => ['meaning' => 'Too many requests are waiting', 'retry' => 'later'],
        1004 => ['meaning' => 'The certificate is not issued yet', 'retry' => 'later'],
        1005 => ['meaning' => 'Not possible with this kind of key, test or live', 'retry' => 'after-fix'],
        1102 => ['meaning' => 'Restricted by the limits of the brand', 'retry' => 'later'],
        1201 => ['meaning' => 'The client has no such request', 'retry' => 'no'],
        1207 => ['meaning' => 'The uuid was used before with other parameters', 'retry' => 'no'],
        1208 => ['meaning' => 'The order waits for codes, or its code for activation', 'retry' => 'later'],
        1209 => ['meaning' => 'The order ended without a certificate, or it was taken back', 'retry' => 'no'],
        1210 => ['meaning' => 'The ttl ran out before the order was processed', 'retry' => 'no'],
        1211 => ['meaning' => 'The certificate was sent again too often, or is being sent', 'retry' => 'later'],
        1212 => ['meaning' => 'The order was cancelled before it was processed', 'retry' => 'no'],
        1301 => ['meaning' => 'The supplier could not issue the certificate', 'retry' => 'later'],
        3601 => ['meaning' => 'Fields are filled incorrectly, or the face is not available', 'retry' => 'after-fix'],
        5000 => ['meaning' => 'The balance does not suffice', 'retry' => 'later'],
        9000 => ['meaning' => 'Nothing could be decided', 'retry' => 'yes'],
    ];

    /** Operations whose request gets a uuid when it has none, so that they can be repeated safely. */
    protected const COMMANDS_WITH_UUID = ['makeOrder', 'makeTopUp'];

    /** @param array<string, mixed> $fields */
    abstract protected function call(string $cmd, array $fields): array;

    /**
     * Checks the connection and the signature.
     *
     * @return TestAnswer
     */
    public function test(): array
    {
        return $this->call('test', []);
    }

    /**
     * The catalogue: products that are on, with the faces that can be ordered now.
     *
     * @param GetProductsRequest $fields
     * @return list<Product>
     */
    public function getProducts(array $fields = []): array
    {
        return $this->call('getProducts', $fields);
    }

    /**
     * The categories of the catalogue.
     *
     * @return list<Category>
     */
    public function getCategories(): array
    {
        return $this->call('getCategories', []);
    }

    /**
     * Where certificates can be spent: area, locality, product, addresses.
     *
     * @param GetAddressRequest $fields
     * @return array<string, array<string, array<string, list<array{string, string}>>>>
     */
    public function getAddress(array $fields = []): array
    {
        return $this->call('getAddress', $fields);
    }

    /**
     * What can be spent now: balance and credit line less what is held.
     *
     * @return GetBalanceAnswer
     */
    public function getBalance(): array
    {
        return $this->call('getBalance', []);
    }

    /**
     * Orders one certificate.
     *
     * @param Order $fields
     * @return MakeOrderAnswer
     */
    public function makeOrder(array $fields): array
    {
        return $this->call('makeOrder', $fields);
    }

    /**
     * What has become of a request.
     *
     * @param GetStatusRequest|int $fields
     * @return OrderStatus
     */
    public function getStatus(array|int $fields): array
    {
        return $this->call('getStatus', is_int($fields) ? ['id' => $fields] : $fields);
    }

    /**
     * The receiving link of a certificate.
     *
     * @param GetLinksRequest|int $fields
     * @return GetLinksAnswer
     */
    public function getLinks(array|int $fields = []): array
    {
        return $this->call('getLinks', is_int($fields) ? ['id' => $fields] : $fields);
    }

    /**
     * Number and PIN of a certificate. Each reading is recorded.
     *
     * @param GetCodeRequest|int $fields
     * @return GetCodeAnswer
     */
    public function getCode(array|int $fields = []): array
    {
        return $this->call('getCode', is_int($fields) ? ['id' => $fields] : $fields);
    }

    /**
     * The certificate as a PDF. Each reading is recorded.
     *
     * @param GetCertificateRequest|int $fields
     * @return GetCertificateAnswer
     */
    public function getCertificate(array|int $fields = []): array
    {
        return $this->call('getCertificate', is_int($fields) ? ['id' => $fields] : $fields);
    }

    /**
     * Sends an issued certificate again, to the same or a corrected address.
     *
     * @param ResendRequest $fields
     * @return ResendAnswer
     */
    public function resend(array $fields = []): array
    {
        return $this->call('resend', $fields);
    }

    /**
     * Orders many certificates, in one part or several.
     *
     * @param MakeBulkOrderRequest $fields
     * @return MakeBulkOrderAnswer
     */
    public function makeBulkOrder(array $fields): array
    {
        return $this->call('makeBulkOrder', $fields);
    }

    /**
     * What has become of a bulk order and of its lines.
     *
     * @param GetReportRequest $fields
     * @return BulkReport
     */
    public function getReport(array $fields = []): array
    {
        return $this->call('getReport', $fields);
    }

    /**
     * Announces a payment and gives it a reference; books nothing.
     *
     * @param MakeTopUpRequest $fields
     * @return MakeTopUpAnswer
     */
    public function makeTopUp(array $fields): array
    {
        return $this->call('makeTopUp', $fields);
    }

    /**
     * Whether an announced payment was booked.
     *
     * @param GetTopUpStatusRequest|int $fields
     * @return GetTopUpStatusAnswer
     */
    public function getTopUpStatus(array|int $fields): array
    {
        return $this->call('getTopUpStatus', is_int($fields) ? ['id' => $fields] : $fields);
    }

    /**
     * What sums makeTopUp takes, and how many may wait.
     *
     * @return GetTopUpLimitAnswer
     */
    public function getTopUpLimit(): array
    {
        return $this->call('getTopUpLimit', []);
    }

    /**
     * Moves the clock of one test order forward; only with a test key.
     *
     * @param MoveTestClockRequest $fields
     * @return MoveTestClockAnswer
     */
    public function moveTestClock(array $fields): array
    {
        return $this->call('moveTestClock', $fields);
    }
}
