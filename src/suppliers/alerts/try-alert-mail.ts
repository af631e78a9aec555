/** Sends a letter to somebody who gets alerts, by the mail server of the settings. */
import type { Context } from '../../context.ts';
import { trialLetter } from '../../messaging/letters/trial-letter.ts';
import { operator } from '../../people/access/party.ts';
import { actorOf, may, type Principal } from '../../people/access/principal.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { transaction } from '../../platform/database/database.ts';
import { allAlertReaders } from './alert-readers.ts';
import type { SendReason } from '../../platform/mail/send-reasons.ts';

type TryContext = Pick<Context, 'config' | 'db' | 'keyring' | 'mailer'>;

export type AlertMailTried =
  | { is: 'sent' }
  | { is: 'failed'; reason: SendReason }
  /** Letters are tried only to those who get alerts. */
  | { is: 'no-reader' };

export async function tryAlertMail(
  { config, db, keyring, mailer }: TryContext,
  principal: Principal,
  address: string,
  now: Date,
): Promise<AlertMailTried> {
  if (!may(principal, 'alerts.change', operator)) return { is: 'no-reader' };
  const { operatorMail, operatorLanguage } = config;
  const readers = await allAlertReaders(db, { address: operatorMail, language: operatorLanguage });
  if (!readers.some((one) => one.address === address)) return { is: 'no-reader' };
  const act = { party: operator, by: actorOf(principal), act: 'alerts.mail-tried', about: 'alerts' };
  await transaction(db, (tx) => recordAct(tx, keyring, { ...act, after: { email: address } }, now));
  const outcome = await mailer.send(trialLetter(config.smtp.from, address));
  return outcome.is === 'sent' ? outcome : { is: 'failed', reason: outcome.reason };
}
