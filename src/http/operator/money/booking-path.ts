import { addressOf } from '../../../web/request-language.ts';

/** The form that books a payment which the client announced, filled in. */
export const bookingPath = (clientId: number, reference: string, sumKopecks: number): string =>
  addressOf(`/o/money/${clientId}`, { reference, sum: String(sumKopecks / 100) });
