import { escapeLiteral } from 'pg';
import type { Statement } from './gathered.ts';

/** What `explain (format json)` says of one step of a plan, as far as it is read here. */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Recheck Cond'?: string;
  'TID Cond'?: string;
  'Custom Plan Provider'?: string;
  Plans?: PlanNode[];
  /** Of Citus: how many parts the statement falls into, and what is done first, for all of it. */
  'Distributed Query'?: { Job: { 'Task Count': number }; Subplans?: unknown[] };
}

/** A connection, or several to the same tables. */
export interface Explaining {
  query<Row extends object>(text: string, values: unknown[]): Promise<{ rows: Row[] }>;
}

/** What Citus says where it does not explain parameters. */
const explainsNoParameters = 'could not create distributed plan';

/** Plans the statement with the values that it was sent with; nothing is executed. */
export async function explain(db: Explaining, { text, values }: Statement): Promise<PlanNode> {
  try {
    return await planOf(db, text, values);
  } catch (problem) {
    if (!(problem instanceof Error) || problem.message !== explainsNoParameters) throw problem;
    const literals = values.map((value) => (value === null ? 'null' : escapeLiteral(value)));
    return planOf(
      db,
      text.replaceAll(/\$(\d+)/g, (_whole, place: string) => literals[Number(place) - 1] ?? 'null'),
      [],
    );
  }
}

async function planOf(db: Explaining, text: string, values: unknown[]): Promise<PlanNode> {
  const { rows } = await db.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (format json, costs off) ${text}`,
    values,
  );
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  if (plan === undefined) throw new Error('There is no plan.');
  return plan;
}

export function stepsOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(stepsOf)];
}

/** Steps that read all of one of `tables`, or of an index of it that is not one of `short`. */
export function wholeReads(
  plan: PlanNode,
  tables: ReadonlySet<string>,
  short: ReadonlySet<string>,
): string[] {
  return stepsOf(plan)
    .filter((step) => tables.has(step['Relation Name'] ?? ''))
    .filter((step) => step['Node Type'] !== 'ModifyTable' && step['Node Type'] !== 'LockRows')
    .filter((step) => (step['Index Cond'] ?? step['Recheck Cond'] ?? step['TID Cond']) === undefined)
    .filter((step) => !short.has(step['Index Name'] ?? ''))
    .map((step) => `${step['Node Type']} of ${step['Relation Name']}`);
}
