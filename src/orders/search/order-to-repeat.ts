/** Reads what a repeated order takes from an earlier one: all but its recipient, its time and its external ids. */
import type { Sql } from '../../platform/database/database.ts';
import type { RequestKey } from '../find-requests.ts';

export interface OrderToRepeat {
  productId: number;
  faceKopecks: number;
  deliveryType: string;
  senderName: string;
  emailFrom: string;
  greeting: string;
  serviceCode: string;
  testmode: boolean;
}

export async function findOrderToRepeat(
  db: Sql,
  { clientId, requestId }: RequestKey,
): Promise<OrderToRepeat | null> {
  const { rows } = await db.query<OrderToRepeat>(
    `select product_id as "productId", face_kopecks as "faceKopecks", delivery_type as "deliveryType", sender_name as "senderName",
       email_from as "emailFrom", greeting, service_code as "serviceCode", testmode
     from requests where client_id = $1 and id = $2`,
    [clientId, requestId],
  );
  return rows[0] ?? null;
}
