/** An uploaded catalogue, from the upload to the decision about it. */
import { operator } from '../../../people/access/party.ts';
import { actorOf, may, type Principal } from '../../../people/access/principal.ts';
import { recorded, type ActContext } from '../recorded.ts';
import { findImport, type ImportRules } from './catalogue-import.ts';

export const maxCatalogueBytes = 10_000_000;
/** Files that nobody has taken over or discarded. */
const mostOpen = 10;
const longestName = 200;

export type ImportAdded = { is: 'added'; importId: number } | { is: 'forbidden' } | { is: 'too-many' };

/** Keeps an uploaded catalogue; a worker says what taking it over would do. */
export async function addImport(
  ctx: ActContext,
  principal: Principal,
  { fileName, bytes, rules }: { fileName: string; bytes: Buffer; rules: ImportRules },
  now: Date,
): Promise<ImportAdded> {
  if (!may(principal, 'products.change', operator)) return { is: 'forbidden' };
  return recorded<ImportAdded>(
    ctx,
    principal,
    async (tx) => {
      // Counted one after the other.
      await tx.query(`lock table catalogue_imports in share row exclusive mode`);
      const { rows } = await tx.query<{ id: number }>(
        `insert into catalogue_imports (file_name, bytes, rules, kind, asked_by, by_name, added_at, state, due_at)
         select $1, $2, $3, 'preview', $4, $5, $6, 'waiting', $6
         where (select count(*) from catalogue_imports where bytes is not null) < $7 returning id`,
        [
          fileName.toWellFormed().replaceAll('\0', '').slice(0, longestName),
          bytes,
          JSON.stringify(rules),
          JSON.stringify(principal),
          actorOf(principal).actorName,
          now,
          mostOpen,
        ],
      );
      const importId = rows[0]?.id;
      if (importId === undefined) return { outcome: { is: 'too-many' }, done: null };
      const about = `catalogue import ${importId}`;
      const done = { party: operator, act: 'catalogue.uploaded', about, after: { fileName } };
      return { outcome: { is: 'added', importId }, done };
    },
    now,
  );
}

export type ImportDecided = 'done' | 'no-import' | 'not-previewed';

/** Asks to do exactly what the preview says. */
export const confirmImport = (
  ctx: ActContext,
  principal: Principal,
  importId: number,
  now: Date,
): Promise<ImportDecided> =>
  decide(ctx, principal, importId, now, {
    act: 'catalogue.import-asked',
    set: `kind = 'import', state = 'waiting', asked_by = $2, due_at = $3, attempts = 0, ended_at = null`,
    where: `kind = 'preview' and state = 'ended' and bytes is not null and outcome ->> 'is' = 'imported'`,
  });

/** Another preview: the catalogue has changed since, or ids that are taken are to be dealt with otherwise. */
export const previewAgain = (
  ctx: ActContext,
  principal: Principal,
  { importId, rules }: { importId: number; rules: ImportRules },
  now: Date,
): Promise<ImportDecided> =>
  decide(ctx, principal, importId, now, {
    act: 'catalogue.preview-asked',
    set: `rules = $4, state = 'waiting', asked_by = $2, due_at = $3, attempts = 0, outcome = null, ended_at = null`,
    where: `kind = 'preview' and state = 'ended' and bytes is not null`,
    more: [JSON.stringify(rules)],
  });

/** The file is deleted, and nothing is taken over. */
export const discardImport = (
  ctx: ActContext,
  principal: Principal,
  importId: number,
  now: Date,
): Promise<ImportDecided> =>
  decide(ctx, principal, importId, now, {
    act: 'catalogue.import-discarded',
    set: `bytes = null, state = 'discarded', asked_by = $2, ended_at = $3`,
    where: `state = 'ended' and bytes is not null`,
  });

function decide(
  ctx: ActContext,
  principal: Principal,
  importId: number,
  now: Date,
  { act, set, where, more = [] }: { act: string; set: string; where: string; more?: string[] },
): Promise<ImportDecided> {
  if (!may(principal, 'products.change', operator)) return Promise.resolve('no-import');
  return recorded<ImportDecided>(
    ctx,
    principal,
    async (tx) => {
      if ((await findImport(tx, importId)) === null) return { outcome: 'no-import', done: null };
      const { rowCount } = await tx.query(`update catalogue_imports set ${set} where id = $1 and ${where}`, [
        importId,
        JSON.stringify(principal),
        now,
        ...more,
      ]);
      if (rowCount !== 1) return { outcome: 'not-previewed', done: null };
      return { outcome: 'done', done: { party: operator, act, about: `catalogue import ${importId}` } };
    },
    now,
  );
}
