import type { Sql } from '../../../platform/database/database.ts';
import type { Certified, CertifyReport } from '../certify.ts';
import type { ScenarioName } from '../finding.ts';

/** What is tested, and how hard. */
export interface CertifyScope {
  /** Null: all products of the supplier. */
  productId: number | null;
  /** Empty: those of the products. */
  facesKopecks: number[];
  calls: number;
  concurrency: number;
}

/** Why a test could not begin. */
export type CertifyRefusal = Extract<Certified, { is: 'refused' }>['why'];

/** A final test that was asked for at a page. */
export interface CertifyRun {
  supplierId: number;
  supplierName: string;
  runId: number;
  scope: CertifyScope;
  askedName: string;
  askedAt: Date;
  state: 'waiting' | 'running' | 'tested' | 'refused' | 'interrupted';
  scenario: ScenarioName | null;
  /** That are over. */
  scenarios: number;
  green: boolean | null;
  endedAt: Date | null;
}

const columns = `r.supplier_id as "supplierId", s.name as "supplierName", r.id as "runId", r.scope,
  r.asked_name as "askedName", r.asked_at as "askedAt", r.state, r.scenario, r.scenarios, r.green,
  r.ended_at as "endedAt"`;

/** The last tests of a supplier, newest first. */
export async function listCertifyRuns(
  db: Sql,
  { supplierId, limit }: { supplierId: number; limit: number },
): Promise<CertifyRun[]> {
  const { rows } = await db.query<CertifyRun>(
    `select ${columns} from certify_runs r join suppliers s on s.id = r.supplier_id
     where r.supplier_id = $1 order by r.id desc limit $2`,
    [supplierId, limit],
  );
  return rows;
}

export interface CertifyRunRead extends CertifyRun {
  /** The report of a finished test. */
  report: CertifyReport | null;
  refusal: CertifyRefusal | null;
}

/** One test; of a supplier's own, if `supplierId` is given. */
export async function findCertifyRun(
  db: Sql,
  { runId, supplierId = null }: { runId: number; supplierId?: number | null },
): Promise<CertifyRunRead | null> {
  const { rows } = await db.query<CertifyRun & { stored: unknown }>(
    `select ${columns}, r.report as stored from certify_runs r join suppliers s on s.id = r.supplier_id
     where r.id = $1 and ($2::bigint is null or r.supplier_id = $2)`,
    [runId, supplierId],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { stored, ...run } = row;
  return {
    ...run,
    report: run.state === 'tested' ? reportOf(stored as CertifyReport) : null,
    refusal: run.state === 'refused' ? (stored as { why: CertifyRefusal }).why : null,
  };
}

/** JSON knows no dates. */
const reportOf = (stored: CertifyReport): CertifyReport => ({ ...stored, at: new Date(stored.at) });
