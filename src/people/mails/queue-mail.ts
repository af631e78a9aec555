import type { Sql } from '../../platform/database/database.ts';
import type { Language } from '../../platform/text/language.ts';
import type { SignInChange } from '../../messaging/letters/person/labels.ts';
import type { Party } from '../access/party.ts';

/** A letter about a change of somebody's sign-in, written in the change's own transaction. */
export async function queueChangeMail(
  db: Sql,
  { email, language, change }: { email: string; language: Language; change: SignInChange },
  now: Date,
): Promise<void> {
  await db.query(
    `insert into person_mails (kind, address, language, change, created_at, state, due_at)
     values ('changed', $1, $2, $3, $4, 'due', $4)`,
    [email, language, change, now],
  );
}

export async function queueInvitationMail(
  db: Sql,
  invitation: Party & { id: number; round: number; email: string; language: Language },
  now: Date,
): Promise<void> {
  const { side, partyId, id, round, email, language } = invitation;
  await db.query(
    `insert into person_mails
       (kind, address, language, side, party_id, invitation_id, round, created_at, state, due_at)
     values ('invitation', $1, $2, $3, $4, $5, $6, $7, 'due', $7)`,
    [email, language, side, partyId, id, round, now],
  );
}
