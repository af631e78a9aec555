import { kopecksPerRouble, roublesFromKopecks } from '../platform/values/money.ts';

/** A client's agreement, as the order's way needs it. */
export interface Client {
  id: number;
  name: string;
  registeredAt: Date;
  testMode: boolean;
  delayedMode: boolean;
  callbackUrl: string | null;
  callbackFormat: CallbackFormat;
  /** The client pays the face less this many hundredths of a per cent. */
  discountBasisPoints: number;
  /** CIDR networks from which it may call; empty: anywhere. */
  allowedNetworks: string[];
  /** An order without `uuid` is refused: nobody who has seen it can send it a second time. */
  uuidRequired: boolean;
  /** `data` is taken from the body of a POST only. */
  postOnly: boolean;
  /** Sums and faces may have kopecks; without it all are whole roubles, as existing client programs read them. */
  pricesInKopecks: boolean;
}

/** Columns of `clients` (c) that make a client. */
export const clientColumns = `c.id, c.name, c.registered_at as "registeredAt", c.test_mode as "testMode",
  c.delayed_mode as "delayedMode", c.callback_url as "callbackUrl", c.callback_format as "callbackFormat",
  c.discount_basis_points as "discountBasisPoints", c.allowed_networks::text[] as "allowedNetworks",
  c.uuid_required as "uuidRequired", c.post_only as "postOnly", c.prices_in_kopecks as "pricesInKopecks"`;

export type CallbackFormat = 'form' | 'json';

/** Clients registered before this instant may send `date_send` in the legacy form (specification, 2.1, rule 6). */
export const legacyDateSendUntil = new Date('2023-02-01T00:00:00+03:00');

/**
 * What the client pays for a face, in kopecks: rounded half up to the rouble (or the kopeck), never nothing. Half up, for
 * it favours neither side: down, free amounts of a few roubles would sell far below the agreed price; up, a client would
 * always pay more than agreed.
 */
export function priceOf(client: Client, faceKopecks: number): number {
  const unit = client.pricesInKopecks ? 1 : kopecksPerRouble;
  const units = Math.round((faceKopecks * (10_000 - client.discountBasisPoints)) / (10_000 * unit));
  return Math.max(1, units) * unit;
}

/** Roubles for the wire. Orders from before whole prices may have kopecks that the client can't read. */
export function roublesFor(client: Client, kopecks: number): number {
  return client.pricesInKopecks ? roublesFromKopecks(kopecks) : Math.round(kopecks / kopecksPerRouble);
}

/** Whether the client can be offered this face. */
export const readsFace = (client: Client, faceKopecks: number): boolean =>
  client.pricesInKopecks || faceKopecks % kopecksPerRouble === 0;
