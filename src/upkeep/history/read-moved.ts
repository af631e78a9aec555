/** Reads and checks the files of moved history. */
import type { Sql } from '../../platform/database/database.ts';
import { HistoryFileProblem, readPiece } from './history-file.ts';
import { nextPieces, piecesOfOrder, type Piece, type PiecesAsk } from './pieces.ts';

const piecesAtOnce = 100;

/** The lines of files as they lie there, checked by what the database knows of each piece. */
export async function* readMoved(db: Sql, folder: string, ask: PiecesAsk): AsyncGenerator<string> {
  for await (const piece of allPieces(db, ask)) yield* await readPiece(folder, piece);
}

/** The history of one order; empty: nothing of it has been moved out. */
export async function readOrder(
  db: Sql,
  folder: string,
  { clientId, requestId }: { clientId: number; requestId: number },
): Promise<string[]> {
  const pieces = await piecesOfOrder(db, clientId, requestId);
  const lines: string[] = [];
  for (const piece of pieces) {
    const line = (await readPiece(folder, piece))[piece.requestIds.indexOf(requestId)];
    if (line !== undefined) lines.push(line);
  }
  return lines;
}

export interface Checked {
  pieces: number;
  orders: number;
  /** What is wrong with files, the first of each piece. */
  problems: string[];
}

/** Reads every piece and compares it with what the database knows. */
export async function checkMoved(
  db: Sql,
  folder: string,
  onPiece: (pieces: number) => void,
): Promise<Checked> {
  const checked: Checked = { pieces: 0, orders: 0, problems: [] };
  for await (const piece of allPieces(db, { month: null, clientId: null })) {
    checked.pieces += 1;
    checked.orders += piece.requestIds.length;
    const problem = await problemOf(folder, piece);
    if (problem !== null) checked.problems.push(problem);
    onPiece(checked.pieces);
  }
  return checked;
}

async function problemOf(folder: string, piece: Piece): Promise<string | null> {
  try {
    const lines = await readPiece(folder, piece);
    return lines.length === piece.requestIds.length ? null : `A piece has ${lines.length} orders.`;
  } catch (problem) {
    if (problem instanceof HistoryFileProblem) return problem.message;
    throw problem;
  }
}

async function* allPieces(db: Sql, ask: PiecesAsk): AsyncGenerator<Piece> {
  let after: Piece | null = null;
  for (;;) {
    const pieces: Piece[] = await nextPieces(db, ask, after, piecesAtOnce);
    yield* pieces;
    after = pieces.at(-1) ?? null;
    if (after === null) return;
  }
}
