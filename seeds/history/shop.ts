/** Who buys in the demo's month, and what. */
import type { Sql } from '../../src/platform/database/database.ts';
import { kopecksPerRouble } from '../../src/platform/values/money.ts';
import { demoClients } from '../demo-world/clients.ts';

export const hourMs = 3_600_000;

interface Buyer {
  id: number;
  ordersADay: number;
  mostAtOnce: number;
  email: string;
  sender: string;
  prefix: string;
  serviceCodes: readonly string[];
}

/** Who buys, and what there is to buy. */
export interface Shop {
  buyers: Buyer[];
  /** Popular ones stand here more often. */
  offers: { productId: number; face: number }[];
}

/** Of a pool, at most this share is sold within the month. */
const shareOfPool = 0.2;
const ofPlatform = 120;
const mostFace = 5000;

/** Reads clients and products of the demo; null where the operator has changed too much of it. */
export async function readShop(db: Sql): Promise<Shop | null> {
  const { rows: clients } = await db.query<{ id: number; name: string }>(
    `select id, name from clients where name = any($1) order by id`,
    [demoClients.map(({ name }) => name)],
  );
  const idOf = (index: number): number | undefined =>
    clients.find(({ name }) => name === demoClients[index]?.name)?.id;
  const [club, portal] = [idOf(0), idOf(1)];
  const offers = await readOffers(db);
  if (club === undefined || portal === undefined || offers.length === 0) return null;
  return {
    buyers: [
      {
        id: club,
        ordersADay: 34,
        mostAtOnce: 4,
        email: 'podarki@snegir.example',
        sender: 'Клуб «Снегирь на рябине»',
        prefix: 'SNG',
        serviceCodes: ['BONUS', 'BONUS', 'BIRTHDAY', 'API'],
      },
      {
        id: portal,
        ordersADay: 5,
        mostAtOnce: 2,
        email: 'hr@ponedelnik.example',
        sender: 'Портал «Добрый понедельник»',
        prefix: 'DP',
        serviceCodes: ['JUBILEE', 'API'],
      },
    ],
    offers,
  };
}

/** Products that are sold without asking a supplier, each as often as its codes allow; choice certificates are left to whoever tries the demo. */
async function readOffers(db: Sql): Promise<Shop['offers']> {
  const { rows } = await db.query<{ productId: number; faceKopecks: number; free: number | null }>(
    `select p.id as "productId", f.face_kopecks as "faceKopecks",
       case p.transfer_scheme when 'pool' then coalesce(s.free, 0) end as free
     from products p join faces f on f.product_id = p.id
     left join (
       select product_id, face_kopecks, sum(free)::bigint as free from stock group by 1, 2) s
       on s.product_id = p.id and s.face_kopecks = f.face_kopecks
     where p.transfer_scheme in ('pool', 'platform') and p.activation_scheme = 'none' and not p.code_in_letter
       and p.digital_acceptance <> 'exchange'
       and f.face_kopecks between 1 and $1
     order by p.id, f.face_kopecks`,
    [mostFace * kopecksPerRouble],
  );
  return rows.flatMap(({ productId, faceKopecks, free }) => {
    const weight = Math.min(ofPlatform, Math.floor((free ?? ofPlatform / shareOfPool) * shareOfPool));
    return Array.from({ length: weight }, () => ({ productId, face: faceKopecks / kopecksPerRouble }));
  });
}
