/** Opens the database connections of each cell. */
import type { Database, DatabaseOptions } from '../database/database.ts';
import { entryOf, everywhereHere } from './prepare-nodes.ts';
import { followPlaces } from './follow-places.ts';
import { schemaOf } from './cell-ids.ts';
import { readCells } from './spread-tables.ts';

/** The databases of one cell. Besides its own tables they show those that are common to all cells. */
export interface CellDatabases {
  /** 1 to 99. */
  cell: number;
  /** Under this name other connections to the same node find its tables. */
  schema: string;
  /** Where it is now, as in the setting FACEVALUE_NODE; null: there are no nodes. */
  node: () => string | null;
  db: Database;
  acceptDb: Database;
  pageDb: Database;
}

/** Opens what `CellDatabases` names, for one cell of so many, with connections that find its tables first. */
export type OpenCell = (settings: Pick<DatabaseOptions, 'schemas' | 'way'>, ofCells: number) => Connections;

type Connections = Pick<CellDatabases, 'db' | 'acceptDb' | 'pageDb'>;

/** For a process that does one thing at a time. */
export const openAsOne =
  (open: (settings: Pick<DatabaseOptions, 'schemas' | 'way'>) => Database): OpenCell =>
  (settings) => {
    const db = open(settings);
    return { db, acceptDb: db, pageDb: db };
  };

/** None if the tables of the installation lie together. */
export async function openCells(db: Database, open: OpenCell): Promise<CellDatabases[]> {
  const cells = await readCells(db);
  const places = cells.length === 0 ? null : await followPlaces(db);
  return cells.map((cell) => {
    if (places === null) {
      const schema = schemaOf(cell);
      return { cell, schema, node: () => null, ...open({ schemas: [schema, 'public'] }, cells.length) };
    }
    const schema = entryOf(cell);
    const way = places.to(cell);
    const node = () => new URL(way.servers.current()).host;
    const schemas = [schema, everywhereHere, 'public'];
    return { cell, schema, node, ...open({ schemas, way }, cells.length) };
  });
}

export async function closeCells(cells: readonly Connections[]): Promise<void> {
  const databases = new Set(cells.flatMap(({ db, acceptDb, pageDb }) => [db, acceptDb, pageDb]));
  await Promise.all([...databases].map((one) => one.end()));
}
