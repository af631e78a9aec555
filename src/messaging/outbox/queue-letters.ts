/** Queues letters to people, in the transaction of what they are about. */
import { randomBytes } from 'node:crypto';
import type { Sql } from '../../platform/database/database.ts';
import { insertion } from '../../platform/database/rows.ts';
import type { Language } from '../../platform/text/language.ts';
import type { LetterContents, LettersToClients, LettersToPeople } from './letter-contents.ts';

interface NewLetter<Kind extends keyof LetterContents> {
  /** The supplier or client that it is about; 0: none. */
  ownerId: number;
  /** The activation letter, alert, invitation or recovery that it is about. */
  aboutId?: number;
  address: string;
  /** Null: it is decided when the letter is written. */
  language: Language | null;
  content: LetterContents[Kind];
}

const columns = {
  owner_id: 'bigint',
  about_id: 'bigint',
  address: 'text',
  language: 'text',
  content: 'jsonb',
  message_id: 'text',
} as const;
const common = { kind: 'text', made_at: 'timestamptz', state: 'text', due_at: 'timestamptz' } as const;
const toClients = insertion('letters_to_clients', columns, common);
const toPeople = insertion('letters_to_people', columns, common);

export const queueLettersToClients = <Kind extends keyof LettersToClients>(
  db: Sql,
  kind: Kind,
  letters: readonly NewLetter<Kind>[],
  now: Date,
): Promise<void> => toClients.into(db, letters.map(rowOf), sharedOf(kind, now));

export const queueLettersToPeople = <Kind extends keyof LettersToPeople>(
  db: Sql,
  kind: Kind,
  letters: readonly NewLetter<Kind>[],
  now: Date,
): Promise<void> => toPeople.into(db, letters.map(rowOf), sharedOf(kind, now));

const sharedOf = (kind: string, now: Date) => ({ kind, made_at: now, state: 'due', due_at: now });

const rowOf = ({ ownerId, aboutId, address, language, content }: NewLetter<keyof LetterContents>) => ({
  owner_id: ownerId,
  about_id: aboutId,
  address,
  language,
  content: JSON.stringify(content),
  message_id: newMessageId(),
});

const messageIdBytes = 16;

export const newMessageId = (): string => randomBytes(messageIdBytes).toString('base64url');
