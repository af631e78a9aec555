import type { Client } from '../clients/client.ts';

export type DeliveryType = 'email' | 'sms' | 'link' | 'download' | 'code';

/** A makeOrder request whose fields have been checked one by one; not yet against the catalogue or the balance. */
export interface OrderAsk {
  client: Client;
  productId: number;
  faceKopecks: number;
  /** '' when not given: then nothing protects from duplicates. */
  uuid: string;
  /** Hash of all parsed parameters, in hex; a repeated uuid must come with the same one. '' without uuid. */
  parametersHash: string;
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
  /** This order's own callback address; null: the client's. */
  callbackUrl: string | null;
  testmode: boolean;
  /** Wire names of fields that are well formed and that the time or a setting forbids now; an earlier uuid goes before. */
  wrongNow: string[];
}
