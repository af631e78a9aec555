/** What a database says of a statement when it is asked for its plan. */
import type { Statement } from './gathered.ts';
import { explain, stepsOf, type Explaining, type PlanNode } from './plan.ts';

/** Tables that a statement makes for itself exist only in the transaction that gathered it. */
const MISSING_TABLE = '42P01';

export interface Verdict {
  kind: 'refused' | 'of a table of its own' | 'planned' | `planned as ${string}`;
  /** Why it is refused. */
  detail: string;
}

export async function verdictOf(db: Explaining, statement: Statement): Promise<Verdict> {
  try {
    return { kind: kindOf(await explain(db, statement)), detail: '' };
  } catch (problem) {
    const { message, code = '' } = causeOf(problem);
    return code === MISSING_TABLE
      ? { kind: 'of a table of its own', detail: '' }
      : { kind: 'refused', detail: message };
  }
}

/** What the server said: a connection to a cell takes it for lost when tables are missing, which is what it may be for, and names it. */
function causeOf(problem: unknown): Error & { code?: string } {
  let cause = problem as Error & { code?: string };
  while (cause.code === undefined && cause.cause instanceof Error) cause = cause.cause;
  return cause;
}

function kindOf(plan: PlanNode): Verdict['kind'] {
  const ofCitus = stepsOf(plan).filter((step) => step['Custom Plan Provider']?.startsWith('Citus'));
  if (ofCitus.length === 0) return 'planned';
  const spread = ofCitus.flatMap((step) => step['Distributed Query'] ?? []);
  if (spread.length === 0) return 'planned as rows that Citus carries over';
  const tasks = Math.max(...spread.map(({ Job }) => Job['Task Count']));
  const subplans = spread.some(({ Subplans = [] }) => Subplans.length > 0) ? ', with parts done first' : '';
  return `planned as ${tasks === 1 ? 'one task' : 'many tasks'}${subplans}`;
}

/** How a statement is named where it is found wanting. */
export const told = ({ text, places }: Statement, detail: string): string =>
  `${places.join(' < ') || 'outside of src/'}\n    ${detail}\n    ${text.replaceAll(/\s+/g, ' ').trim().slice(0, 300)}\n`;
