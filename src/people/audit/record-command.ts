import { transaction, type Database } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { operator } from '../access/party.ts';
import { actorOf, fromShell } from '../access/principal.ts';
import { recordAct } from './record-act.ts';

/** A command at a shell of the installation that can change something. */
export interface CommandRun {
  /** `client top-up`. */
  name: string;
  /** Its ids. Whatever else was typed may be a name, an address or a secret, and is left out. */
  ids: number[];
  /** The names of its options. */
  options: string[];
}

/**
 * Writes down, in the operator's chain, that a command begins. It is written before the command does anything, so that nothing
 * is done from a shell without it; whether it was done, the rows of the act itself say.
 */
export async function recordCommand(
  db: Database,
  keyring: Keyring,
  { name, ids, options }: CommandRun,
  now: Date,
): Promise<void> {
  const act = { party: operator, by: actorOf(fromShell), act: 'command.begun', about: name };
  await transaction(db, (tx) => recordAct(tx, keyring, { ...act, after: { ids, options } }, now));
}
