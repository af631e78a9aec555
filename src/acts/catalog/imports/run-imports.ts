/** Previews and takes over the catalogues that people uploaded. */
import { randomUUID } from 'node:crypto';
import type { Context } from '../../../context.ts';
import type { Principal } from '../../../people/access/principal.ts';
import { leaseEnd, whileRenewed } from '../../../platform/process/lease.ts';
import type { Worker } from '../../../platform/process/loop.ts';
import type { CatalogueImport, ImportOutcome } from './catalogue-import.ts';
import { importCatalogue } from './import-catalogue.ts';

type ImportContext = Pick<Context, 'db' | 'clock' | 'keyring' | 'log'>;

const idleMs = 500;
/** After as many it is given up. */
const maxAttempts = 3;
const mostProblems = 5000;

interface Claimed extends Pick<CatalogueImport, 'id' | 'kind' | 'rules' | 'outcome'> {
  bytes: Buffer;
  askedBy: Principal;
  attempts: number;
  claimId: string;
}

export function createImportRunner(ctx: ImportContext): Worker {
  async function round(): Promise<number> {
    const claimed = await claimImport(ctx);
    if (claimed === null) return 0;
    const outcome: ImportOutcome =
      claimed.attempts > maxAttempts
        ? { is: 'broken' }
        : await whileRenewed(
            () => renew(ctx, claimed),
            { log: ctx.log, what: 'run-imports' },
            () => run(ctx, claimed),
          );
    await endImport(ctx, claimed, outcome);
    return 1;
  }
  return { name: 'run-imports', idleMs, round, drain: () => Promise.resolve() };
}

async function claimImport({ db, clock }: ImportContext): Promise<Claimed | null> {
  const now = clock.now();
  const { rows } = await db.query<Claimed>(
    `update catalogue_imports set claim_id = $2, due_at = $3, attempts = attempts + 1
     where id = (select id from catalogue_imports where state = 'waiting' and due_at <= $1
       order by due_at limit 1 for update skip locked)
     returning id, kind, rules, outcome, bytes, asked_by as "askedBy", attempts, claim_id as "claimId"`,
    [now, randomUUID(), leaseEnd(now)],
  );
  return rows[0] ?? null;
}

async function run(ctx: ImportContext, claimed: Claimed): Promise<ImportOutcome> {
  const { kind, rules, outcome: previewed, askedBy } = claimed;
  const products = parse(claimed.bytes);
  if (products === undefined) return { is: 'unreadable' };
  const isPreview = kind === 'preview';
  const ask = { ...rules, products, dryRun: isPreview, tellChanges: true };
  const expected = !isPreview && previewed?.is === 'imported' ? { expected: previewed } : {};
  const taken = await importCatalogue(ctx, askedBy, { ...ask, ...expected }, ctx.clock.now());
  return taken.is === 'wrong'
    ? { is: 'wrong', total: taken.problems.length, problems: taken.problems.slice(0, mostProblems) }
    : taken;
}

/** Undefined: it is no JSON. */
function parse(bytes: Buffer): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

async function renew({ db, clock }: ImportContext, { id, claimId }: Claimed): Promise<void> {
  await db.query(
    `update catalogue_imports set due_at = $3 where id = $1 and claim_id = $2 and state = 'waiting'`,
    [id, claimId, leaseEnd(clock.now())],
  );
}

/** The file is kept while something may still be done with it. An import that was not as previewed did nothing. */
async function endImport(
  { db, clock }: ImportContext,
  { id, claimId, kind }: Claimed,
  outcome: ImportOutcome,
): Promise<void> {
  const isOpen =
    outcome.is === 'changed' || (kind === 'preview' && (outcome.is === 'imported' || outcome.is === 'taken'));
  await db.query(
    `update catalogue_imports set state = 'ended', outcome = $3, ended_at = $4,
       kind = case when $5 then 'preview' else kind end, bytes = case when $5 then bytes end
     where id = $1 and claim_id = $2 and state = 'waiting'`,
    [id, claimId, JSON.stringify(outcome), clock.now(), isOpen],
  );
}
