/** Lists of all cells are sorted by ids, and each cell draws its own: so those of a cell that sells little follow those of the others. */
import { everyCell } from '../../platform/cells/cell-context.ts';
import { cellStep } from '../../platform/cells/cell-ids.ts';
import { cellSequences } from '../../platform/cells/table-classes.ts';
import type { Sql } from '../../platform/database/database.ts';
import type { DealingContext } from './carry-runs.ts';

/** A cell that is further behind catches up in several rounds. */
const mostDrawn = 100_000;

/** Draws ids that nobody gets, until no cell is behind. A sequence is never set: what is drawn meanwhile would be drawn again. */
export async function levelIds(ctx: DealingContext): Promise<void> {
  const cells = everyCell(ctx);
  const drawn = await Promise.all(cells.map(({ db }) => readDrawn(db)));
  for (const [place, sequence] of cellSequences.entries()) {
    const most = Math.max(...drawn.map((ofCell) => ofCell[place] ?? 0));
    const behind = cells.filter((_cell, index) => (drawn[index]?.[place] ?? 0) < most);
    await Promise.all(behind.map(({ db }) => drawUntil(db, sequence, most)));
  }
}

/** How many steps each sequence has gone. */
async function readDrawn(db: Sql): Promise<number[]> {
  const { rows } = await db.query<{ steps: number }>(
    `select coalesce(pg_sequence_last_value(to_regclass(name)), 0) / $2 as steps
     from unnest($1::text[]) with ordinality as s (name, place) order by place`,
    [cellSequences, cellStep],
  );
  return rows.map(({ steps }) => steps);
}

/** Two processes that do so at once go one step further than one alone. */
const drawUntil = (db: Sql, sequence: string, steps: number): Promise<unknown> =>
  db.query(
    `with recursive drawn as (
       select nextval($1::regclass) as id, 1 as count
       union all
       select nextval($1::regclass), count + 1 from drawn where id / $3 < $2 and count < $4)
     select count(*) from drawn`,
    [sequence, steps, cellStep, mostDrawn],
  );
