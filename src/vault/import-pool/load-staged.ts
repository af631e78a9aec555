import type { Tx } from '../../platform/database.ts';
import type { FaceCount } from './report.ts';

export interface PoolTarget {
  supplierId: number;
  productId: number;
  fileName: string;
  /** The product says how inactive codes are activated once they are sold. */
  sellsInactive: boolean;
}

/**
 * One import of a supplier at a time: what is found to be new stays new until the codes are in. Sales do not wait, for
 * they never touch this row.
 */
export async function lockImports(tx: Tx, supplierId: number): Promise<void> {
  await tx.query(`select from suppliers where id = $1 for no key update`, [supplierId]);
}

/**
 * Appends the staged codes to the pool of their faces. Only imports move `last_position`, and they come one by one, so
 * the positions can be given before the stock rows are locked: sales are held up for the last two statements only.
 * Where the product has no activation, inactive codes get no position and are blocked: nothing sells them.
 */
export async function loadStaged(tx: Tx, target: PoolTarget, faces: FaceCount[], now: Date): Promise<void> {
  const { supplierId, productId, sellsInactive } = target;
  const total = faces.reduce((sum, face) => sum + face.codes, 0);
  const importId = await addImport(tx, target, total, now);
  await tx.query(
    `insert into stock (supplier_id, product_id, face_kopecks)
     select $1, $2, face from unnest($3::bigint[]) as face order by face
     on conflict (supplier_id, product_id, face_kopecks) do nothing`,
    [supplierId, productId, faces.map((face) => face.faceKopecks)],
  );
  const inserted = await tx.query(
    `with placed as (
       select *, row_number() over (partition by face_kopecks, sellable order by line) as place
       from staged_codes, lateral (select active or $4::boolean as sellable))
     insert into codes (supplier_id, product_id, face_kopecks, position, state, active, sealed, fingerprint, expires_at, import_id)
     select $1, $2, p.face_kopecks, case when p.sellable then s.last_position + p.place end,
       case when p.sellable then 'free' else 'blocked' end, p.active, p.sealed, p.fingerprint, p.expires_at, $3
     from placed p
     join stock s on s.supplier_id = $1 and s.product_id = $2 and s.face_kopecks = p.face_kopecks
     order by p.face_kopecks, p.place
     on conflict (supplier_id, fingerprint) do nothing`,
    [supplierId, productId, importId, sellsInactive],
  );
  if (inserted.rowCount !== total)
    throw new Error('Codes came into the vault beside this import: repeat it.');
  await raiseStock(tx, target, faces);
}

async function addImport(tx: Tx, target: PoolTarget, loaded: number, now: Date): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(
    `insert into imports (supplier_id, product_id, file_name, loaded, at) values ($1, $2, $3, $4, $5) returning id`,
    [target.supplierId, target.productId, target.fileName, loaded, now],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('The import got no id.');
  return row.id;
}

async function raiseStock(tx: Tx, target: PoolTarget, faces: FaceCount[]): Promise<void> {
  const key = [target.supplierId, target.productId, faces.map((face) => face.faceKopecks)];
  await tx.query(
    `select from stock where supplier_id = $1 and product_id = $2 and face_kopecks = any($3::bigint[])
     order by supplier_id, product_id, face_kopecks for update`,
    key,
  );
  await tx.query(
    `update stock set last_position = last_position + w.added, free = free + w.added
     from unnest($3::bigint[], $4::bigint[]) as w (face_kopecks, added)
     where supplier_id = $1 and product_id = $2 and stock.face_kopecks = w.face_kopecks`,
    [...key, faces.map((face) => (target.sellsInactive ? face.codes : face.codes - face.inactive))],
  );
}
