/** Codes of a file or a draft: loaded by one person, or by two. */
import { loadDraft, type DraftAsk, type DraftLoad } from '../../orders/load-draft.ts';
import { loadPool } from '../../orders/load-pool.ts';
import type { Execute, Executed } from '../../people/approvals/approvals.ts';
import type { FaceCount, PoolReport } from '../../vault/import-pool/report.ts';
import { actorOf, type Principal } from '../../people/access/principal.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { atomically } from '../../platform/database/database.ts';
import { readFourEyes } from '../../people/approvals/four-eyes.ts';
import { sha256Hex } from '../../platform/secrets/sha256.ts';
import { readTable } from '../../platform/spreadsheet/read-table.ts';
import { tableOfBytes } from '../../platform/spreadsheet/table-file.ts';
import { TableProblem } from '../../platform/spreadsheet/table-problem.ts';
import { sheetsOf, type PoolImport, type PoolImportAsk } from '../../vault/import-pool/import-ask.ts';
import { refusalText } from '../../vault/import-pool/import-reasons.ts';
import { askFor, type GuardedContext, type NotYet } from '../../people/approvals/hold-back.ts';

const fileAct = 'pool.load-file';
const draftAct = 'pool.load-draft';

/** How a file is to be read, without the file. */
export type PoolFileRules = Omit<PoolImportAsk, 'rows' | 'onRows' | 'dryRun'>;

/** What whoever agrees is shown: what a dry run found when the load was asked for. */
export interface CodesToLoad {
  codes: number;
  sumKopecks: number;
  faces: FaceCount[];
  /** Rows of the file that are not loaded. */
  leftOut: number;
}

function codesToLoad({ rows, loaded, faces }: PoolReport): CodesToLoad {
  const sumKopecks = faces.reduce((sum, face) => sum + face.sumKopecks, 0);
  return { codes: loaded, sumKopecks, faces, leftOut: rows - loaded };
}

interface PoolFilePayload extends PoolFileRules {
  loads: CodesToLoad;
  sha256: string;
  bytes: number;
}

/** The file as it is would not be loaded. */
export interface NotLoadable {
  is: 'not-loadable';
  outcome: PoolImport;
}

/**
 * With four eyes, the file waits sealed until somebody else agrees; null: it may be loaded at once. What could not be loaded as
 * it stands is not asked for.
 */
export async function askToLoadFile(
  { db, keyring }: GuardedContext,
  principal: Principal,
  rules: PoolFileRules,
  read: () => Promise<Buffer>,
  now: Date,
): Promise<NotYet | NotLoadable | null> {
  const { on } = await readFourEyes(db);
  if (!on) return null;
  const attachment = await read();
  const rows = readTable(tableOfBytes(attachment), sheetsOf(rules));
  const outcome = await loadPool(db, keyring, { ...rules, rows, dryRun: true }, now);
  if (outcome.is !== 'preview') return { is: 'not-loadable', outcome };
  const payload: PoolFilePayload = {
    loads: codesToLoad(outcome.report),
    ...rules,
    sha256: sha256Hex(attachment),
    bytes: attachment.length,
  };
  return askFor({ db, keyring }, principal, { act: fileAct, payload, attachment }, now);
}

export const executeLoadFile = (keyring: GuardedContext['keyring']): Execute =>
  unlessUnreadable(async (tx, { payload, attachment }, now) => {
    if (attachment === null) return { is: 'not-done', reason: { is: 'no-file' } };
    const { sha256: _sha256, bytes: _bytes, loads: _loads, ...rules } = payload as PoolFilePayload;
    const rows = readTable(tableOfBytes(attachment), sheetsOf(rules));
    return loadedOf(await loadPool(tx, keyring, { ...rules, rows }, now));
  });

interface DraftPayload extends DraftAsk {
  loads: CodesToLoad;
}

/** Loads a file that was sent or uploaded; with four eyes, when somebody else agrees. A preview needs nobody. */
export async function loadMailedDraft(
  { db, keyring }: GuardedContext,
  principal: Principal,
  ask: DraftAsk,
  now: Date,
): Promise<DraftLoad | NotYet> {
  if (ask.dryRun === true) return loadDraft(db, keyring, ask, now);
  if (!(await readFourEyes(db)).on) return loadAndRecord({ db, keyring }, principal, ask, now);
  // What could not be loaded as it stands is not asked for.
  const preview = await loadDraft(db, keyring, { ...ask, dryRun: true }, now);
  if (preview.is !== 'opened' || preview.outcome.is !== 'preview') return preview;
  const { onRows: _onRows, dryRun: _dryRun, ...rules } = ask;
  const payload: DraftPayload = { loads: codesToLoad(preview.outcome.report), ...rules };
  return askFor({ db, keyring }, principal, { act: draftAct, payload }, now);
}

const loadAndRecord = (
  { db, keyring }: GuardedContext,
  principal: Principal,
  ask: DraftAsk,
  now: Date,
): Promise<DraftLoad> =>
  atomically(db, async (tx) => {
    const load = await loadDraft(tx, keyring, ask, now);
    if (load.is !== 'opened' || load.outcome.is !== 'loaded') return load;
    const { productId, loaded } = load.outcome.report;
    const party = { side: 'supplier', partyId: load.draft.supplierId } as const;
    const about = `draft ${ask.draftId}`;
    const act = { party, by: actorOf(principal), act: draftAct, about, after: { productId, codes: loaded } };
    await recordAct(tx, keyring, act, now);
    return load;
  });

export const executeLoadDraft = (keyring: GuardedContext['keyring']): Execute =>
  unlessUnreadable(async (tx, { payload }, now) => {
    const { loads: _loads, ...ask } = payload as DraftPayload;
    const load = await loadDraft(tx, keyring, ask, now);
    if (load.is === 'opened') return loadedOf(load.outcome);
    return { is: 'not-done', reason: load.is === 'unreadable' ? load : { is: load.is } };
  });

function loadedOf(outcome: PoolImport): Executed {
  if (outcome.is === 'loaded') return { is: 'done' };
  if (outcome.is !== 'refused') return { is: 'not-done', reason: { is: 'no-rows' } };
  const texts = { ru: refusalText(outcome, 'ru'), en: refusalText(outcome, 'en') };
  return { is: 'not-done', reason: { is: 'refused', said: texts } };
}

const unlessUnreadable =
  (execute: Execute): Execute =>
  async (tx, asked, now) => {
    try {
      return await execute(tx, asked, now);
    } catch (problem) {
      if (problem instanceof TableProblem)
        return { is: 'not-done', reason: { is: 'unreadable', reason: problem.reason } };
      throw problem;
    }
  };
