import type { RequestState } from '../states.ts';

/** An order in a client's list. */
export interface ListedOrder {
  requestId: number;
  orderId: number | null;
  state: RequestState;
  testmode: boolean;
  productId: number;
  title: string;
  faceKopecks: number;
  sumKopecks: number;
  recipientName: string;
  emailTo: string;
  toPhone: string;
  serviceCode: string;
  comment: string;
  acceptedAt: Date;
  errorCode: number | null;
  isRefunded: boolean;
}

/** Columns of a request `r` and its product `p`. */
export const listedOrderColumns = `r.id as "requestId", r.order_id as "orderId", r.state, r.testmode, r.product_id as "productId",
  p.title, r.face_kopecks as "faceKopecks", r.sum_kopecks as "sumKopecks", r.recipient_name as "recipientName",
  r.email_to as "emailTo", r.to_phone as "toPhone", r.service_code as "serviceCode", r.comment, r.accepted_at as "acceptedAt",
  r.error_code as "errorCode", r.refunded_at is not null as "isRefunded"`;
