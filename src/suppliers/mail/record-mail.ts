import type { SenderCheck } from '../../platform/mail/arriving/judge-sender.ts';
import type { Celled } from '../../platform/cells/cell-context.ts';
import type { MailPlace } from '../../platform/mail/leave-mailbox.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { Confirmation } from '../activation/confirm-rows.ts';
import type { MailDecision } from './decide-mail.ts';
import { addDraft } from './drafts.ts';

/** A mail as recorded: enough to find it in the mailbox and to recognise it. */
export interface MailRecord {
  messageId: string;
  contentHash: Buffer;
  sender: string;
  subject: string;
  receivedAt: Date;
  place: MailPlace;
  /** For mails that bring files. */
  senderCheck?: SenderCheck;
  supplierId?: number;
  proven?: boolean;
  /** How long its files were read. */
  readMs?: number;
}

/** Confirms rows of a letter and releases what waited for them. */
export type Confirm = (place: Celled & { db: Tx }, confirmation: Confirmation, now: Date) => Promise<number>;

interface Recording extends Celled {
  keyring: Keyring;
  confirm: Confirm;
}

const maxTextLength = 255;
const inShort = (text: string): string =>
  text.toWellFormed().replaceAll('\u0000', '').slice(0, maxTextLength);

/** Records a mail and applies its decisions in one transaction, what is in cells before; 'known' if it was processed before. */
export async function recordMail(
  tx: Tx,
  parts: Recording,
  mail: MailRecord,
  decisions: MailDecision[],
  now: Date,
): Promise<'recorded' | 'known'> {
  const { rows } = await tx.query<{ id: number }>(
    `insert into mails (message_id, content_hash, sender, subject, received_at, read_at, uid_validity, uid, supplier_id,
       is_proven, read_ms)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (message_id, content_hash) do nothing returning id`,
    [
      inShort(mail.messageId),
      mail.contentHash,
      inShort(mail.sender),
      inShort(mail.subject),
      mail.receivedAt,
      now,
      ...(decisions.some(mayHoldCodes) ? [mail.place.uidValidity, mail.place.uid] : [null, null]),
      mail.supplierId ?? null,
      mail.proven === true,
      Math.round(mail.readMs ?? 0),
    ],
  );
  const mailId = rows[0]?.id;
  if (mailId === undefined) return 'known';
  for (const [index, decision] of decisions.entries()) {
    const outcome = await carryOut(tx, parts, mail, decision, now);
    await tx.query(
      `insert into mail_decisions (mail_id, part, decision, file_name, details, supplier_id, draft_id, letter_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        mailId,
        index + 1,
        outcome.is,
        'fileName' in decision ? inShort(decision.fileName) : '',
        outcome.details,
        decision.supplierId,
        outcome.draftId,
        'letterId' in decision ? decision.letterId : null,
      ],
    );
  }
  return 'recorded';
}

/** Other mails are no supplier's and may stay in the mailbox. */
const mayHoldCodes = (decision: MailDecision): boolean => decision.supplierId !== null;

interface Outcome {
  is: MailDecision['is'];
  details: string;
  draftId: number | null;
}

async function carryOut(
  tx: Tx,
  { cells, keyring, confirm }: Recording,
  mail: MailRecord,
  decision: MailDecision,
  now: Date,
): Promise<Outcome> {
  switch (decision.is) {
    case 'ignored':
    case 'refused':
    case 'unclear':
      return { is: decision.is, details: decision.details, draftId: null };
    case 'confirmed': {
      const { supplierId, letterId, rows } = decision;
      const confirmed = await confirm({ db: tx, cells }, { supplierId, letterId, rows, by: 'reply' }, now);
      return { is: 'confirmed', details: `rows: ${confirmed}`, draftId: null };
    }
    case 'draft': {
      const draft = {
        ...decision,
        fileName: inShort(decision.fileName),
        sender: inShort(mail.sender),
        senderCheck: mail.senderCheck ?? { is: 'none' as const, details: '' },
      };
      const added = await addDraft(tx, keyring, draft, now);
      return added.is === 'added'
        ? { is: 'draft', details: '', draftId: added.draftId }
        : {
            is: 'refused',
            details: `the same file came before, as draft ${added.draftId}`,
            draftId: added.draftId,
          };
    }
  }
}
