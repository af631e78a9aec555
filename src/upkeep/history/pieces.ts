/** Records of the database about the files of moved history. */
import type { Sql, Tx } from '../../platform/database/database.ts';
import type { PiecePlace } from './history-file.ts';

export interface Piece extends PiecePlace {
  clientId: number;
  requestIds: number[];
  rows: number;
  movedAt: Date;
}

const columns = `month::text, from_byte as "fromByte", bytes, sha256, client_id as "clientId", request_ids::float8[] as "requestIds",
  rows_moved as rows, moved_at as "movedAt"`;

/** The last known piece of a month. */
export async function lastPiece(db: Sql, month: string): Promise<Piece | null> {
  const { rows } = await db.query<Piece>(
    `select ${columns} from history_pieces where month = $1 order by from_byte desc limit 1`,
    [month],
  );
  return rows[0] ?? null;
}

/** If two runs happen at once, the second fails here before it writes to a file: no two pieces begin at one byte. */
export async function insertPiece(tx: Tx, piece: Piece): Promise<void> {
  await tx.query(
    `insert into history_pieces (month, from_byte, bytes, sha256, client_id, request_ids, rows_moved, moved_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      piece.month,
      piece.fromByte,
      piece.bytes,
      piece.sha256,
      piece.clientId,
      piece.requestIds,
      piece.rows,
      piece.movedAt,
    ],
  );
}

/** The pieces that hold history of an order: a gift page that was looked at later makes another. */
export async function piecesOfOrder(db: Sql, clientId: number, requestId: number): Promise<Piece[]> {
  const { rows } = await db.query<Piece>(
    `select ${columns} from history_pieces
     where client_id = $1 and request_ids[1] <= $2 and $2 = any(request_ids) order by moved_at, from_byte`,
    [clientId, requestId],
  );
  return rows;
}

export interface PiecesAsk {
  /** The first day of a month; null: of all. */
  month: string | null;
  clientId: number | null;
}

/** Pieces after another, as they lie in the files. */
export async function nextPieces(
  db: Sql,
  { month, clientId }: PiecesAsk,
  after: PiecePlace | null,
  limit: number,
): Promise<Piece[]> {
  const { rows } = await db.query<Piece>(
    `select ${columns} from history_pieces
     where ($1::date is null or month = $1) and ($2::bigint is null or client_id = $2)
       and ($3::date is null or (month, from_byte) > ($3::date, $4::bigint))
     order by month, from_byte limit $5`,
    [month, clientId, after?.month ?? null, after?.fromByte ?? null, limit],
  );
  return rows;
}

export interface MovedMonth {
  month: string;
  orders: number;
  rows: number;
  bytes: number;
}

export async function movedMonths(db: Sql): Promise<MovedMonth[]> {
  const { rows } = await db.query<MovedMonth>(
    `select month::text, sum(cardinality(request_ids))::bigint as orders, sum(rows_moved)::bigint as rows, sum(bytes)::bigint as bytes
     from history_pieces group by month order by month`,
  );
  return rows;
}
