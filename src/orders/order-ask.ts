/** A makeOrder request, as orders are placed from it. */
import { priceOf, type Client } from '../clients/client.ts';

export type DeliveryType = 'email' | 'sms' | 'link' | 'download' | 'code';

/** A makeOrder request whose fields have been validated one by one, but not yet against catalogue and balance. */
export interface OrderAsk {
  client: Client;
  productId: number;
  faceKopecks: number;
  /** '' if not given: then there is no protection from duplicates. */
  uuid: string;
  /** Hash of all parsed parameters, hexadecimal; a repeated uuid must have the same one. '' without uuid. */
  parametersHash: string;
  /** The hash that an earlier version would have stored, if it read these parameters as others. */
  formerHash?: string | undefined;
  /** Strings that were not given are ''. */
  emailFrom: string;
  emailTo: string;
  senderName: string;
  recipientName: string;
  toPhone: string;
  greeting: string;
  serviceCode: string;
  comment: string;
  externalId: string;
  deliveryType: DeliveryType;
  dateSend: Date | null;
  ttlSeconds: number | null;
  /** The order's own callback address; null: the client's. */
  callbackUrl: string | null;
  testmode: boolean;
  /** A choice certificate pays it, and not its client: its holder has chosen this. */
  isExchanged?: true;
  /** API names of valid fields that the present time or a setting forbids; an earlier uuid is answered first. */
  wrongNow: string[];
}

/** What its client pays for an order. */
export const sumOf = ({ client, faceKopecks, isExchanged }: OrderAsk): number =>
  isExchanged === true ? 0 : priceOf(client, faceKopecks);
