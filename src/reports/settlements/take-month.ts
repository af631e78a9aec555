/** The figures of a month as a file; who has taken it stands in the audit. */
import { actorOf, permit, type Principal } from '../../people/access/principal.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { transaction, type Database } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { SheetFormat } from '../../platform/spreadsheet/sheet-file.ts';
import type { Language } from '../../platform/text/language.ts';
import { settlementCsv, settlementXlsx } from '../settlement-file.ts';
import { endOfMonth, startOfMonth } from './month-period.ts';
import { findMonth } from './read-months.ts';

export interface MonthTakeAsk {
  supplierId: number;
  month: string;
  format: SheetFormat;
  language: Language;
}

export async function takeMonth(
  { db, keyring }: { db: Database; keyring: Keyring },
  principal: Principal,
  { supplierId, month, format, language }: MonthTakeAsk,
  now: Date,
): Promise<{ is: 'file'; bytes: Buffer } | { is: 'missing' } | { is: 'step-up' }> {
  const party = { side: 'supplier', partyId: supplierId } as const;
  const permitted = permit(principal, 'exports.make', party, now);
  if (permitted === 'step-up') return { is: 'step-up' };
  if (permitted === 'forbidden') return { is: 'missing' };
  const found = await findMonth(db, { supplierId, month });
  if (found === null || found.lines === null) return { is: 'missing' };
  const act = { party, by: actorOf(principal), act: 'settlement.taken', about: `month ${month.slice(0, 7)}` };
  await transaction(db, (tx) => recordAct(tx, keyring, { ...act, after: { format } }, now));
  const settlement = {
    supplierId,
    name: found.supplierName,
    from: startOfMonth(month),
    to: endOfMonth(month),
    lines: found.lines,
  };
  const bytes =
    format === 'csv'
      ? Buffer.from(settlementCsv(settlement, language))
      : await settlementXlsx(settlement, language);
  return { is: 'file', bytes };
}
