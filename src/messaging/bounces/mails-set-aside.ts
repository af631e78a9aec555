import type { Sql, Tx } from '../../platform/database/database.ts';
import { bounceReasons, type BounceReason } from './bounce-reasons.ts';

/** A mail to the bounce address that a person must look at; it is still in the mailbox, flagged. */
export interface MailSetAside {
  receivedAt: Date;
  messageId: string;
  sender: string;
  why: string;
}

const maxTextLength = 255;
const inShort = (text = ''): string => text.toWellFormed().replaceAll('\u0000', '').slice(0, maxTextLength);

export async function setMailAside(
  tx: Tx,
  mail: Partial<Omit<MailSetAside, 'why'>> & { receivedAt: Date; reason: BounceReason },
  now: Date,
): Promise<void> {
  await tx.query(
    `insert into bounce_mails_set_aside (message_id, sender, received_at, set_aside_at, why)
     values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [
      inShort(mail.messageId),
      inShort(mail.sender),
      mail.receivedAt,
      now,
      inShort(bounceReasons.text(mail.reason, 'en')),
    ],
  );
}

/** Newest first. */
export async function listMailsSetAside(db: Sql, ask: { limit: number }): Promise<MailSetAside[]> {
  const { rows } = await db.query<MailSetAside>(
    `select received_at as "receivedAt", message_id as "messageId", sender, why
     from bounce_mails_set_aside order by id desc limit $1`,
    [ask.limit],
  );
  return rows;
}
