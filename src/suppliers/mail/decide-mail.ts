import { createHash } from 'node:crypto';
import type { ParsedMail } from 'mailparser';
import type { Sql } from '../../platform/database.ts';
import type { Keyring } from '../../platform/keyring.ts';
import { fingerprintsOf } from '../../vault/fingerprints-of.ts';
import { codeFingerprint } from '../../vault/seal-code.ts';
import { findLetterAnswered, listRows, type LetterKey } from '../activation/find-letter.ts';
import { readReply } from '../activation/read-reply.ts';
import { supplierOfSender } from './senders.ts';
import { weighFile } from './weigh-file.ts';

/** What is to be done about a mail or one of its files. Words never hold a code. */
export type MailDecision =
  | { is: 'ignored' | 'refused'; fileName: string; words: string; supplierId: number | null }
  | { is: 'draft'; fileName: string; supplierId: number; bytes: Buffer; hash: Buffer; rows: number }
  | ({ is: 'unclear'; words: string } & LetterKey)
  | ({ is: 'confirmed'; rows: number[] | null } & LetterKey);

interface Reader {
  db: Sql;
  keyring: Keyring;
}

const maxFiles = 20;
const maxAskedIds = 100;

/** Decides about one mail; reads the database and changes nothing. Each mail comes to one decision at least. */
export async function decideMail(reader: Reader, mail: ParsedMail): Promise<MailDecision[]> {
  if (isAutomatic(mail)) return [nothing('ignored', 'an automatic answer')];
  const sender = senderOf(mail);
  if (sender === null) return [nothing('refused', 'the mail names no single sender')];
  const answered = await findLetterAnswered(reader.db, answeredIds(mail));
  if (answered !== null) return [await decideReply(reader, mail, sender, answered)];
  return decideFiles(reader.db, mail, sender);
}

const nothing = (is: 'ignored' | 'refused', words: string): MailDecision => ({
  is,
  fileName: '',
  words,
  supplierId: null,
});

/** Out-of-office notes and bounces answer too, and nobody has activated anything by them. */
function isAutomatic({ headers }: ParsedMail): boolean {
  const word = (name: string): string => {
    const value = headers.get(name);
    return typeof value === 'string' ? value.toLowerCase() : '';
  };
  return (
    !/^(no\b|$)/.test(word('auto-submitted')) ||
    word('precedence') === 'auto_reply' ||
    headers.has('x-autoreply') ||
    headers.has('x-autorespond')
  );
}

export function senderOf({ from }: ParsedMail): string | null {
  const addresses = from?.value ?? [];
  const address = addresses[0]?.address?.toLowerCase() ?? '';
  return addresses.length === 1 && address.includes('@') ? address : null;
}

/** The local parts of the Message-IDs that a mail says it answers. */
function answeredIds({ inReplyTo, references = [] }: ParsedMail): string[] {
  return [inReplyTo ?? '', ...[references].flat()]
    .flatMap((text) => text.split(/\s+/))
    .map((id) => id.replaceAll(/^<|>$|@.*$/g, ''))
    .filter((id) => id !== '')
    .slice(0, maxAskedIds);
}

/** Only whoever got the letter knows its Message-ID; the address beside it keeps those out whom it was shown to. */
async function decideReply(
  { db, keyring }: Reader,
  mail: ParsedMail,
  sender: string,
  { supplierId, letterId, addresses }: LetterKey & { addresses: string[] },
): Promise<MailDecision> {
  const letter = { supplierId, letterId };
  const unclear = (words: string): MailDecision => ({ is: 'unclear', words, ...letter });
  if (!addresses.includes(sender)) return unclear('answered from an address that the letter did not go to');
  if (filesOf(mail).length > 0) return unclear('answered with a file');
  const rows = await listRows(db, letter);
  const rowOfCode = new Map(rows.map(({ row, codeId }) => [codeId, row]));
  const codeOf = await fingerprintsOf(db, supplierId, [...rowOfCode.keys()]);
  const reply = readReply(mail.text ?? '', {
    rows: rows.length,
    rowsOfNumber(text) {
      const codeId = codeOf.get(codeFingerprint(keyring, supplierId, text).toString('hex'));
      const row = codeId === undefined ? undefined : rowOfCode.get(codeId);
      return row === undefined ? [] : [row];
    },
  });
  switch (reply.is) {
    case 'unclear':
      return unclear(reply.why);
    case 'all':
      return { is: 'confirmed', rows: null, ...letter };
    case 'some':
      return { is: 'confirmed', rows: reply.rows, ...letter };
  }
}

const pictureName = /\.(png|jpe?g|gif|webp|bmp|svg)$/i;

/** Pictures of signatures are no files of codes, unless they are called something else. */
const filesOf = ({ attachments }: ParsedMail) =>
  attachments.filter(
    ({ contentType, filename }) =>
      !contentType.startsWith('image/') || (filename !== undefined && !pictureName.test(filename)),
  );

async function decideFiles(db: Sql, mail: ParsedMail, sender: string): Promise<MailDecision[]> {
  const supplier = await supplierOfSender(db, sender);
  if (supplier === 'unknown') return [nothing('refused', 'the sender is no known address of a supplier')];
  if (supplier === 'several') return [nothing('refused', 'several suppliers have this sender’s address')];
  const files = filesOf(mail);
  const refused = (fileName: string, words: string): MailDecision => ({
    is: 'refused',
    fileName,
    words,
    supplierId: supplier,
  });
  if (files.length === 0) return [refused('', 'the mail brings no file and answers no letter')];
  if (files.length > maxFiles) return [refused('', `the mail brings more than ${maxFiles} files`)];
  const decisions: MailDecision[] = [];
  for (const [index, { filename, content: bytes }] of files.entries()) {
    const fileName = filename ?? `file ${index + 1}`;
    const weighing = await weighFile(fileName, bytes);
    if (weighing.is === 'refused') {
      decisions.push(refused(fileName, weighing.words));
      continue;
    }
    const hash = createHash('sha256').update(bytes).digest();
    decisions.push({ is: 'draft', fileName, supplierId: supplier, bytes, hash, rows: weighing.rows });
  }
  return decisions;
}
