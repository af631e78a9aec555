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
  acceptedAt: Date;
  errorCode: number | null;
  isRefunded: boolean;
}

/** Columns of a request `r`, without the title of its product. */
export const listedOrderColumns = `r.id as "requestId", r.order_id as "orderId", r.state, r.testmode, r.product_id as "productId",
  r.face_kopecks as "faceKopecks", r.sum_kopecks as "sumKopecks", r.recipient_name as "recipientName",
  r.email_to as "emailTo", r.to_phone as "toPhone", r.service_code as "serviceCode", r.accepted_at as "acceptedAt",
  r.error_code as "errorCode", r.refunded_at is not null as "isRefunded"`;

/**
 * SQL of listed orders: of the requests `r` of a `from` clause with its conditions and limit. Titles are looked up once
 * for each product of the page; a join would look one up for each row.
 */
export const selectListedOrders = (requests: string, order: 'asc' | 'desc'): string => `
  with page as materialized (select ${listedOrderColumns} from ${requests}),
  titles as materialized (
    select id, title from products where id = any(array(select distinct "productId" from page)))
  select page.*, t.title from page join titles t on t.id = "productId" order by "requestId" ${order}`;
