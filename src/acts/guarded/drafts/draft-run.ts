import type { DraftAsk, DraftLoad } from '../../../orders/load-draft.ts';
import type { WakePreview } from '../../../orders/preview-wake.ts';
import type { Sql } from '../../../platform/database/database.ts';
import { tableReasons } from '../../../platform/spreadsheet/table-reasons.ts';
import type { PoolImport } from '../../../vault/import-pool/import-ask.ts';
import { importReasons } from '../../../vault/import-pool/import-reasons.ts';
import type { Findings, RowProblem } from '../../../vault/import-pool/report.ts';
import { rowReasons } from '../../../vault/import-pool/row-reasons.ts';
import type { NotYet } from '../../../people/approvals/hold-back.ts';

/** How the file of a draft is to be read. */
export type DraftRules = Omit<DraftAsk, 'draftId' | 'dryRun' | 'onRows'>;

/** What came of a run; `broken`: it ended by an error several times. */
export type RunOutcome =
  | { is: 'opened'; outcome: PoolImport; wakes: WakePreview | null }
  | Exclude<DraftLoad, { is: 'opened' | 'unauthenticated' }>
  | { is: 'unauthenticated' }
  | NotYet
  | { is: 'broken' };

/** A preview of a draft, or its loading: asked for by a person, done by a worker. */
export interface DraftRun {
  runId: number;
  draftId: number;
  kind: 'preview' | 'load';
  rules: DraftRules;
  state: 'waiting' | 'ended';
  /** So far; of `Draft.rows`. */
  rowsRead: number;
  askedAt: Date;
  /** Null while it waits. */
  outcome: RunOutcome | null;
}

/** The last run of a draft; null: there was none. */
export async function lastRunOf(
  db: Sql,
  { supplierId, draftId }: { supplierId: number; draftId: number },
): Promise<DraftRun | null> {
  const { rows } = await db.query<DraftRun>(
    `select id as "runId", draft_id as "draftId", kind, rules, state, rows_read as "rowsRead",
       asked_at as "askedAt", outcome
     from draft_runs where supplier_id = $1 and draft_id = $2 order by id desc limit 1`,
    [supplierId, draftId],
  );
  const [run] = rows;
  return run === undefined ? null : { ...run, outcome: run.outcome && withReasons(run.outcome) };
}

/** Earlier versions wrote an English text. */
interface Stored<Reason> {
  reason?: Reason | string;
  details?: string;
}

/** Reads runs of earlier versions too. */
function withReasons(outcome: RunOutcome): RunOutcome {
  if (outcome.is === 'unreadable') return { is: 'unreadable', reason: readReason(tableReasons, outcome) };
  if (outcome.is !== 'opened') return outcome;
  const { outcome: read } = outcome;
  if (read.is === 'refused')
    return { ...outcome, outcome: { ...read, reason: readReason(importReasons, read) } };
  const { wrong, unlike } = read.report;
  const report = {
    ...read.report,
    wrong: withRowReasons(wrong),
    ...(unlike && { unlike: withRowReasons(unlike) }),
  };
  return { ...outcome, outcome: { ...read, report } };
}

const withRowReasons = ({ total, shown }: Findings<RowProblem>): Findings<RowProblem> => ({
  total,
  shown: shown.map((one) => ({ ...one, reason: readReason(rowReasons, one) })),
});

function readReason<Reason>(list: { read(text: string): Reason }, stored: Stored<Reason>): Reason {
  const reason = stored.reason ?? stored.details ?? '';
  return typeof reason === 'string' ? list.read(reason) : reason;
}
