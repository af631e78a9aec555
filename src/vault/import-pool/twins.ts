/** Numbers of a preview that differ from another one in 0 and O, or in 1, I and l, alone: different codes, but easily a slip. */
import type { Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { columnsOf } from '../../platform/database/rows.ts';
import { normaliseNumber } from '../compared-number.ts';
import { codeFingerprint } from '../seal-code.ts';
import { maxShown, type Findings } from './report.ts';
import type { StagedCode } from './staged-codes.ts';

/** Each spelling of a number is looked for in stock, so these are limited: of a number, and of a file. */
const mostSpellings = 8;
const mostLooked = 20_000;

/** `firstLine` null: the other one is in stock. */
export interface Twin {
  line: number;
  firstLine: number | null;
}

export interface Twins {
  note(codes: readonly StagedCode[]): Promise<void>;
  /** Finds twins of the rows that are still staged. */
  find(known: 'codes' | 'code_places'): Promise<Findings<Twin>>;
}

export async function lookForTwins(tx: Tx, keyring: Keyring, supplierId: number): Promise<Twins> {
  await tx.query(`drop table if exists pg_temp.staged_twins`);
  // `spelled`: as the number could be spelled in stock; of the row itself its common spelling.
  await tx.query(
    `create temporary table staged_twins (line integer not null, is_own boolean not null, spelled bytea not null) on commit drop`,
  );
  let looked = 0;
  return {
    async note(codes) {
      const rows = codes.flatMap(({ line, code }) => {
        const number = normaliseNumber(code.number);
        if (!twinned.test(number)) return [];
        const own = { line, isOwn: true, spelled: codeFingerprint(keyring, supplierId, byDigits(number)) };
        looked += 1;
        if (looked > mostLooked) return [own];
        const others = otherSpellings(number).map((spelling) => ({
          line,
          isOwn: false,
          spelled: codeFingerprint(keyring, supplierId, spelling),
        }));
        return [own, ...others];
      });
      await tx.query(
        `insert into staged_twins (line, is_own, spelled) select * from unnest($1::integer[], $2::boolean[], $3::bytea[])`,
        columnsOf(rows, ['line', 'isOwn', 'spelled']),
      );
    },
    find: (known) => findTwins(tx, supplierId, known),
  };
}

const twinned = /[01OIL]/;
const byDigits = (number: string): string => number.replaceAll('O', '0').replaceAll(/[IL]/g, '1');

/** How the number could be meant otherwise: all digits, all letters, and each sign alone. */
export function otherSpellings(number: string): string[] {
  const others = new Set([
    byDigits(number),
    ...['I', 'L'].map((one) => number.replaceAll('0', 'O').replaceAll('1', one)),
  ]);
  for (let at = 0; at < number.length; at += 1)
    for (const sign of looksLike[number.charAt(at)] ?? '')
      others.add(number.slice(0, at) + sign + number.slice(at + 1));
  others.delete(number);
  return [...others].slice(0, mostSpellings);
}

const looksLike: Record<string, string> = { '0': 'O', O: '0', '1': 'IL', I: '1L', L: '1I' };

async function findTwins(
  tx: Tx,
  supplierId: number,
  known: 'codes' | 'code_places',
): Promise<Findings<Twin>> {
  await tx.query(`analyze staged_twins`);
  const { rows } = await tx.query<Twin & { total: number }>(
    `with staged as (select t.* from staged_twins t join staged_codes s using (line)),
     in_file as (
       select line, min(line) over (partition by spelled) as first_line from staged where is_own),
     in_stock as (
       select distinct t.line from staged t
       join ${known} known on known.supplier_id = $1 and known.fingerprint = t.spelled where not t.is_own),
     found as (
       select line, first_line from in_file where first_line < line
       union all
       select line, null from in_stock)
     select line, first_line as "firstLine", count(*) over () as total from found order by line limit $2`,
    [supplierId, maxShown],
  );
  return {
    total: rows[0]?.total ?? 0,
    shown: rows.map(({ line, firstLine }) => ({ line, firstLine })),
  };
}
