import assert from 'node:assert/strict';
import type { Context } from '../../src/context.ts';
import { gathered } from '../../src/platform/cells/merge.ts';
import { openCode } from '../../src/vault/seal-code.ts';
import { listQuarantine } from '../../src/suppliers/quarantine.ts';
import { rowsOfAll } from '../support/rows-of-all.ts';
import type { SmallSupplier } from './small-supplier.ts';

type JudgedContext = Pick<Context, 'db' | 'cells' | 'keyring'>;

/** What happened to the codes that a supplier issued. */
export interface Judgement {
  issued: number;
  sold: number;
  quarantined: number;
  /** request_ids of issued codes that are neither sold nor in quarantine. */
  lost: string[];
  /** Sold codes that the supplier never issued for that order, or that were sold twice. */
  false: string[];
}

/** Judges by the supplier's own ledger: each issued code is sold once, or is in quarantine under its request_id. */
export async function judge(ctx: JudgedContext, supplierId: number, supplier: SmallSupplier) {
  const sold = await soldCodes(ctx, supplierId);
  const open = { supplierId, settled: false, limit: 100_000 };
  const held = new Set(
    (await gathered(ctx, ({ db }) => listQuarantine(db, open))).map(({ callId }) => callId),
  );
  const judgement: Judgement = { issued: 0, sold: sold.size, quarantined: held.size, lost: [], false: [] };
  for (const [requestId, codes] of supplier.ledger) {
    judgement.issued += codes.length;
    const [code] = sold.get(requestId) ?? [];
    if (held.has(requestId)) continue;
    const unaccounted = codes.filter((one) => one !== code);
    if (unaccounted.length > 0) judgement.lost.push(requestId);
  }
  const numbers = [...sold.values()].flat();
  for (const [requestId, codes] of sold) {
    const issued = supplier.ledger.get(requestId) ?? [];
    if (codes.length !== 1 || !codes.every((code) => issued.includes(code))) judgement.false.push(requestId);
  }
  if (new Set(numbers).size !== numbers.length) judgement.false.push('sold twice');
  return judgement;
}

/** The codes of certificates by the request_id under which the supplier issued them. */
async function soldCodes(ctx: JudgedContext, supplierId: number): Promise<Map<string, string[]>> {
  const rows = await rowsOfAll<{ call_id: string; sealed: Buffer; fingerprint: Buffer }>(
    { ctx },
    `select e.call_id, c.sealed, c.fingerprint
     from certificates t
     join codes c on c.supplier_id = t.supplier_id and c.id = t.code_id
     join exchanges e on e.supplier_id = c.supplier_id and e.code_id = c.id and e.state = 'done'
     where t.supplier_id = $1`,
    [supplierId],
  );
  const sold = new Map<string, string[]>();
  for (const row of rows) {
    const { number } = openCode(ctx.keyring, supplierId, row);
    sold.set(row.call_id, [...(sold.get(row.call_id) ?? []), number]);
  }
  return sold;
}

export function assertNothingLost(judgement: Judgement): void {
  assert.deepEqual([judgement.lost, judgement.false], [[], []], JSON.stringify(judgement));
}
