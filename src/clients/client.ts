import type { SealedColumn } from '../platform/secrets/reseal.ts';
import { randomBytes } from 'node:crypto';
import { kopecksPerRouble, roublesFromKopecks } from '../platform/values/money.ts';

/** The terms agreed with a client. */
export interface Client {
  id: number;
  name: string;
  registeredAt: Date;
  testMode: boolean;
  delayedMode: boolean;
  callbackUrl: string | null;
  callbackFormat: CallbackFormat;
  /** Discount on the face, in hundredths of a per cent. */
  discountBasisPoints: number;
  /** CIDR networks from which it may call; empty: any. */
  allowedNetworks: string[];
  /** Orders without `uuid` are refused, so that a captured request cannot be replayed. */
  uuidRequired: boolean;
  /** `data` is accepted only in the body of a POST. */
  postOnly: boolean;
  /** Sums and faces may have kopecks; otherwise they are whole roubles, as existing client programs expect. */
  pricesInKopecks: boolean;
  /** It calls with a test key: it places and sees test orders alone. */
  withTestKey?: true;
  /** With a test key: the scripted outcomes of test orders, by product. */
  outcomes?: Readonly<Record<string, string>>;
}

/** Columns of `clients` (alias c) for a `Client`. */
export const clientColumns = `c.id, c.name, c.registered_at as "registeredAt", c.test_mode as "testMode",
  c.delayed_mode as "delayedMode", c.callback_url as "callbackUrl", c.callback_format as "callbackFormat",
  c.discount_basis_points as "discountBasisPoints", c.allowed_networks::text[] as "allowedNetworks",
  c.uuid_required as "uuidRequired", c.post_only as "postOnly", c.prices_in_kopecks as "pricesInKopecks"`;

export type CallbackFormat = 'form' | 'json';

/** Clients registered before this time may send `date_send` in the legacy format (specification, 2.1, rule 6). */
export const legacyDateSendUntil = new Date('2023-02-01T00:00:00+03:00');

/**
 * The price of a face for the client in kopecks, rounded half up to the rouble (or the kopeck) and never zero. Rounding
 * down would sell small free amounts far below the agreed price; rounding up would always charge more than agreed.
 */
export function priceOf(client: Client, faceKopecks: number): number {
  const unit = client.pricesInKopecks ? 1 : kopecksPerRouble;
  const units = Math.round((faceKopecks * (10_000 - client.discountBasisPoints)) / (10_000 * unit));
  return Math.max(1, units) * unit;
}

/** Roubles for the API. Orders from before whole-rouble prices may have kopecks that the client cannot read. */
export function roublesFor(client: Client, kopecks: number): number {
  return client.pricesInKopecks ? roublesFromKopecks(kopecks) : Math.round(kopecks / kopecksPerRouble);
}

/** Whether the client can be offered this face. */
export const readsFace = (client: Client, faceKopecks: number): boolean =>
  client.pricesInKopecks || faceKopecks % kopecksPerRouble === 0;

const secretBytes = 32;

/** Live keys order for money; with a test key every order is a test order. */
export type KeyKind = 'live' | 'test';

/** Sealing context of a signing secret. */
export const clientKeyContext = (clientId: number, version: number, kind: KeyKind = 'live'): string =>
  `${kind === 'test' ? 'client-test-key' : 'client-key'}:${clientId}:${version}`;

/** Sealing context of a client's callback secret. */
export const callbackSecretContext = (clientId: number): string => `callback-secret:${clientId}`;

export const sealedClientKeys: SealedColumn<{ client_id: number; version: number }> = {
  table: 'client_keys',
  column: 'secret',
  key: { client_id: 'bigint', version: 'integer' },
  client: 'client_id',
  context: (row) => clientKeyContext(row.client_id, row.version),
};

export const sealedTestKeys: SealedColumn<{ client_id: number; version: number }> = {
  table: 'client_test_keys',
  column: 'secret',
  key: { client_id: 'bigint', version: 'integer' },
  client: 'client_id',
  context: (row) => clientKeyContext(row.client_id, row.version, 'test'),
};

export const sealedCallbackSecrets: SealedColumn<{ id: number }> = {
  table: 'clients',
  column: 'callback_secret',
  key: { id: 'bigint' },
  client: 'id',
  context: (row) => callbackSecretContext(row.id),
};

/** A test key is known by its beginning. */
const testPrefix = 'test_';

export const newSigningSecret = (kind: KeyKind = 'live'): string =>
  (kind === 'test' ? testPrefix : '') + randomBytes(secretBytes).toString('base64url');

/** Secret in the format of Standard Webhooks. */
export const newCallbackSecret = (): string => `whsec_${randomBytes(secretBytes).toString('base64')}`;

/** Whose share a call takes where callers share: the tests of a client stand beside it, as another client would. */
export const shareOwner = (clientId: number, isTest: boolean): number => (isTest ? -clientId : clientId);
