import type { Tx } from './database.ts';

/**
 * For a transaction that answers from rows which another one wrote, and may write nothing itself: its commit waits for
 * the standby like that of any writer, and with it for everything that was written before. Otherwise a row whose own
 * wait was cancelled would be confirmed, and lost with the server.
 */
export async function confirmReads(tx: Tx): Promise<void> {
  await tx.query(`select pg_logical_emit_message(true, 'facevalue', '')`);
}
