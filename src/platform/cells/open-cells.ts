/** Opens the databases of the cells, on connections that those of one node share (docs/decisions/0077). */
import type { Database, Way } from '../database/database.ts';
import { PartPool, type SharedPool } from '../database/shared-pool.ts';
import type { Servers } from '../database/servers.ts';
import { inCell, type CellPart } from './cell-client.ts';
import { schemaOf } from './cell-ids.ts';
import { followPlaces, type Places } from './follow-places.ts';
import { entryOf, everywhereHere } from './prepare-nodes.ts';
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
  /** What queues ask all cells of a node at once. */
  lookDb: Database;
}

export type DatabaseKind = 'db' | 'acceptDb' | 'pageDb' | 'lookDb';
type Kinds<Opened> = Record<DatabaseKind, Opened>;

/** Opens a node, or the one server there is, for all cells that are there. */
export type OpenNode = (way: Way | null) => Kinds<SharedPool>;

/** For a process that does one thing at a time. */
export const openAsOne =
  (open: (way: Way | null) => SharedPool): OpenNode =>
  (way) => {
    const db = open(way);
    return { db, acceptDb: db, pageDb: db, lookDb: db };
  };

/** None if the tables of the installation lie together. */
export async function openCells(db: Database, open: OpenNode): Promise<CellDatabases[]> {
  const cells = await readCells(db);
  if (cells.length === 0) return [];
  const places = await followPlaces(db);
  return places === null ? onOneServer(cells, open) : onNodes(places, cells, open);
}

function onOneServer(cells: readonly number[], open: OpenNode): CellDatabases[] {
  const opened = open(null);
  const close = endOnce(() => [opened]);
  return cells.map((cell) => {
    const schema = schemaOf(cell);
    const part = { schemas: [schema, 'public'] };
    const lend = (kind: DatabaseKind) =>
      new PartPool(part, { servers: opened[kind].servers, shared: () => opened[kind], close });
    return { cell, schema, node: () => null, ...eachKind(lend) };
  });
}

function onNodes(places: Places, cells: readonly number[], open: OpenNode): CellDatabases[] {
  const opened = new Map<string, Kinds<SharedPool>>();
  const askAgain = () => places.askAgain();
  const at = (address: string) =>
    opened.getOrInsertComputed(address, () =>
      open({ servers: { ...oneServer, current: () => address, passOver: askAgain }, extend: inCell }),
    );
  const close = endOnce(() => opened.values());
  return cells.map((cell) => {
    const schema = entryOf(cell);
    const current = () => places.of(cell);
    const node = () => new URL(current()).host;
    const part: CellPart = {
      schemas: [schema, everywhereHere, 'public'],
      marker: `update ${schemaOf(cell)}.clients set name = name where false`,
      onMissing: askAgain,
    };
    const servers = { ...oneServer, current, passOver: askAgain, place: () => `cell ${cell} at ${node()}` };
    const lend = (kind: DatabaseKind) =>
      new PartPool(part, { servers, shared: () => at(current())[kind], close });
    return { cell, schema, node, ...eachKind(lend) };
  });
}

const oneServer: Pick<Servers, 'count' | 'options'> = { count: 1, options: null };

const eachKind = (lend: (kind: DatabaseKind) => PartPool): Kinds<PartPool> => ({
  db: lend('db'),
  acceptDb: lend('acceptDb'),
  pageDb: lend('pageDb'),
  lookDb: lend('lookDb'),
});

export async function closeCells(opened: readonly Partial<Kinds<Database>>[]): Promise<void> {
  const databases = opened.flatMap(({ db, acceptDb, pageDb, lookDb }) => [db, acceptDb, pageDb, lookDb]);
  const open = new Set(databases.filter((one) => one !== undefined));
  await Promise.all([...open].map((one) => one.end()));
}

/** The first database of a cell that is closed closes all that is open. */
function endOnce(opened: () => Iterable<Kinds<SharedPool>>): () => Promise<void> {
  let ended: Promise<void> | null = null;
  return () => (ended ??= closeCells([...opened()]));
}
