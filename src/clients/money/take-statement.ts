/** A month of a client's money as a file; who has taken it stands in the audit. */
import type { Paper } from '../../certificates/documents/pdf/paper.ts';
import { readStatement } from '../../ledger/statement.ts';
import { actorOf, permit, type Principal } from '../../people/access/principal.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { transaction, type Database } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { SheetFormat } from '../../platform/spreadsheet/sheet-file.ts';
import { clientParty } from './ask-top-up.ts';
import { closingPaper } from './closing-document.ts';
import type { PaperParties } from './invoice.ts';
import { isClosed, type Month } from './months.ts';
import { statementFile } from './statement-file.ts';

export interface StatementTakeAsk extends PaperParties {
  clientId: number;
  month: Month;
  format: SheetFormat | 'pdf';
}

export type StatementTaken =
  | { is: 'sheet'; format: SheetFormat; content: AsyncIterable<Uint8Array> }
  | { is: 'paper'; paper: Paper }
  | { is: 'missing' }
  | { is: 'step-up' }
  /** Only a month that is over has a closing document. */
  | { is: 'not-over' };

export async function takeStatement(
  { db, keyring }: { db: Database; keyring: Keyring },
  principal: Principal,
  ask: StatementTakeAsk,
  now: Date,
): Promise<StatementTaken> {
  const { clientId, month, format } = ask;
  const party = clientParty(clientId);
  const permitted = permit(principal, 'exports.make', party, now);
  if (permitted !== 'permitted') return { is: permitted === 'step-up' ? 'step-up' : 'missing' };
  if (format === 'pdf' && !isClosed(month, now)) return { is: 'not-over' };
  const statement = await readStatement(db, { clientId, ...month });
  if (statement === null) return { is: 'missing' };
  const act = { party, by: actorOf(principal), act: 'money.statement-taken', about: `month ${month.name}` };
  await transaction(db, (tx) => recordAct(tx, keyring, { ...act, after: { format } }, now));
  return format === 'pdf'
    ? { is: 'paper', paper: closingPaper({ ...ask, statement }) }
    : { is: 'sheet', format, content: statementFile(db, { ...ask, format, statement }) };
}
