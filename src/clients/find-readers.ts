/** Finds the people of a client who want a kind of letter, and its contact address; each address once, with its language. */
import { findMailReaders } from '../people/notifications/mail-choices.ts';
import type { MailKind } from '../people/notifications/mail-kinds.ts';
import type { Sql } from '../platform/database/database.ts';
import { usualLanguage, type Language } from '../platform/text/language.ts';

const maxLetters = 20;

export async function findReaders(db: Sql, clientId: number, kind: MailKind): Promise<Map<string, Language>> {
  const people = await findMailReaders(db, kind, [clientId]);
  const { rows } = await db.query<{ contactMail: string | null; language: Language | null }>(
    `select contact_mail as "contactMail", language from clients where id = $1`,
    [clientId],
  );
  const readers = new Map<string, Language>();
  const { contactMail = null, language = null } = rows[0] ?? {};
  if (contactMail !== null) readers.set(contactMail.toLowerCase(), language ?? usualLanguage);
  for (const person of people) readers.set(person.address, person.language);
  return new Map([...readers].slice(0, maxLetters));
}
