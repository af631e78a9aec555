/** People of the operator who get alerts and digests, beside the address in the settings. */
import { operator } from '../../people/access/party.ts';
import { actorOf, may, type Principal } from '../../people/access/principal.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { atomically, type DatabaseOrTx, type Sql } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { Language } from '../../platform/text/language.ts';
import { isEmailAddress } from '../../platform/values/email-address.ts';

const mostReaders = 20;

export interface AlertReader {
  address: string;
  language: Language;
}

export async function listAlertReaders(db: Sql): Promise<AlertReader[]> {
  const { rows } = await db.query<AlertReader>(
    `select address, language from alert_readers order by address limit $1`,
    [mostReaders],
  );
  return rows;
}

/** The address in the settings, and all others; each once. */
export async function allAlertReaders(db: Sql, inSettings: AlertReader): Promise<AlertReader[]> {
  const readers = await listAlertReaders(db);
  if (inSettings.address === '') return readers;
  return [inSettings, ...readers.filter(({ address }) => address !== inSettings.address)];
}

interface ActContext {
  db: DatabaseOrTx;
  keyring: Keyring;
}

type ReaderAdded = 'added' | 'forbidden' | 'no-address' | 'known' | 'too-many';

export async function addAlertReader(
  { db, keyring }: ActContext,
  principal: Principal,
  { address: typed, language }: AlertReader,
  now: Date,
): Promise<ReaderAdded> {
  if (!may(principal, 'alerts.change', operator)) return 'forbidden';
  const address = typed.trim().toLowerCase();
  if (!isEmailAddress(address)) return 'no-address';
  return atomically<ReaderAdded>(db, async (tx) => {
    // Counted one after the other.
    await tx.query(`lock table alert_readers in share row exclusive mode`);
    const readers = await listAlertReaders(tx);
    if (readers.some((one) => one.address === address)) return 'known';
    if (readers.length >= mostReaders) return 'too-many';
    const by = actorOf(principal);
    await tx.query(
      `insert into alert_readers (address, language, by_name, added_at) values ($1, $2, $3, $4)`,
      [address, language, by.actorName, now],
    );
    const act = { party: operator, by, act: 'alerts.reader-added', about: 'alerts' };
    await recordAct(tx, keyring, { ...act, after: { email: address, language } }, now);
    return 'added';
  });
}

export async function removeAlertReader(
  { db, keyring }: ActContext,
  principal: Principal,
  address: string,
  now: Date,
): Promise<'removed' | 'no-reader'> {
  if (!may(principal, 'alerts.change', operator)) return 'no-reader';
  return atomically<'removed' | 'no-reader'>(db, async (tx) => {
    const { rowCount } = await tx.query(`delete from alert_readers where address = $1`, [address]);
    if (rowCount !== 1) return 'no-reader';
    const act = { party: operator, by: actorOf(principal), act: 'alerts.reader-removed', about: 'alerts' };
    await recordAct(tx, keyring, { ...act, before: { email: address } }, now);
    return 'removed';
  });
}
