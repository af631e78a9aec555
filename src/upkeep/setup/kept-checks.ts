/** Results of checks, kept for the page. */
import type { Sql } from '../../platform/database/database.ts';
import { isCheckName, type CheckName, type CheckResult } from './finding.ts';

export interface KeptCheck extends CheckResult {
  checkedAt: Date;
}

/** Keeps the results, each over the one before. */
export async function keepChecks(db: Sql, results: readonly CheckResult[], now: Date): Promise<void> {
  await db.query(
    `insert into setup_checks (name, state, findings, checked_at)
     select name, state, findings::jsonb, $4 from unnest($1::text[], $2::text[], $3::text[]) as r (name, state, findings)
     on conflict (name) do update
     set state = excluded.state, findings = excluded.findings, checked_at = excluded.checked_at`,
    [
      results.map(({ name }) => name),
      results.map(({ state }) => state),
      results.map(({ findings }) => JSON.stringify(findings)),
      now,
    ],
  );
}

export async function findChecks(db: Sql): Promise<Map<CheckName, KeptCheck>> {
  const { rows } = await db.query<KeptCheck>(
    `select name, state, findings, checked_at as "checkedAt" from setup_checks`,
  );
  return new Map(rows.filter(({ name }) => isCheckName(name)).map((row) => [row.name, row]));
}
