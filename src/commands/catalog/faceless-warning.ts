import { findFaceless } from '../../catalog/face.ts';
import type { Database } from '../../platform/database/database.ts';
import { say } from '../shell/output.ts';

/** Warns about enabled products that cannot be ordered because they have no faces. */
export async function warnOfNoFaces(db: Database, productId: number): Promise<void> {
  const [faceless] = await findFaceless(db, [productId]);
  if (faceless === undefined) return;
  const why = faceless.freeAlone
    ? 'its free amount is offered beside fixed faces only, and it has none'
    : 'it has no faces';
  say(
    `Warning. Nobody can order product ${productId}: ${why}. Add one: facevalue product face add ${productId} 500`,
  );
}
